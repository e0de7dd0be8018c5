"""Names that vulture takes for unused: what uses them is not Python of this repository. Read by ``make check`` alone."""
# ruff: noqa
# pyright: reportAttributeAccessIssue=false, reportUnusedExpression=false

_ = object()

# Read by pydantic, SQLAlchemy, sqlite3, itsdangerous and expat.
_.StartElementHandler, _.EndElementHandler, _.CharacterDataHandler, _.EntityDeclHandler, _.buffer_text
_.model_config, _.isolation_level, _.get_timestamp, _.impl, _.cache_ok, _.process_bind_param, _.process_result_value

# Called by Reflex, or set in Reflex and reflex-chakra.
_.get_static_assets, _.get_frontend_development_dependencies, _.get_stylesheet_paths, _.pre_compile, _.post_build
_.lib_dependencies, _._granian_log_dictconfig, _.__repr__, _._get_app_wrap_components, _.cors_allowed_origins

# Read by Granian.
_._init_shared_socket, _._ssp, _._sfd, _._shd, _._sso

# Props that components in JSX read.
_.on_entered, _.on_error, _.on_forgotten, _.on_refresh, _.on_refused

# Read by name: topics of the live state.
_.region_bn, _.area_bn, _.town_bn, _.name_bn, _.address_bn, _.on_step, _._sort, _.chunk_size
_._open_file

# Kept as evidence in the database, exported, and shown to nobody.
_.consent_at, _.subscribed_at, _.updated_at

# Held by tests: what a build step is worth.
_.worth

# Types that interface.pyi names.
_.OwnText, _.Locale, _.Grouping, _.CounterStyle

# Read by Starlette: convertors of paths.
_.regex, _.to_string

# Kinds of dates and units, nodes and periods: read by their values, from content and the command line.
_.entered_at, _.FINANCIAL, _.DIVIDEND, _.QUARTER, _.HALF_YEAR, _.NINE_MONTHS

# Read by `categories`, from the file itself.
_.currency

# Kept as evidence of who approved a sealed filing.
_.approver_id, _.list_duties

# Columns of shareholding: read by the names of groups.
_.sponsors, _.government, _.institutions

# Columns of the tables of evidence packs: read by name.
_.first_queued_at, _.last_sent_at
