"""Names that vulture takes for unused: what uses them is not Python of this repository. Read by ``make check`` alone."""
# ruff: noqa
# pyright: reportAttributeAccessIssue=false, reportUnusedExpression=false

_ = object()

# Read by pydantic, SQLAlchemy, sqlite3, itsdangerous and expat.
_.StartElementHandler, _.EndElementHandler, _.CharacterDataHandler, _.EntityDeclHandler, _.buffer_text
_.model_config, _.isolation_level, _.get_timestamp
_.impl, _.cache_ok, _.process_bind_param, _.process_result_value

# Called by Reflex, or set in Reflex and reflex-chakra.
_.get_static_assets, _.get_stylesheet_paths, _.pre_compile, _.post_build, _.lib_dependencies
_._granian_log_dictconfig, _.__repr__
_._get_app_wrap_components, _.is_used, _.cors_allowed_origins

# Read by Granian.
_._init_shared_socket, _._ssp, _._sfd, _._shd, _._sso

# Props and labels that components in JSX read.
(
    _.asking,
    _.blocked,
    _.ask_action,
    _.checking,
    _.dialog_label,
    _.failed,
    _.go_to,
    _.hover_hint,
    _.indicators,
    _.is_open,
    _.keyboard,
    _.list_href,
)
_.none, _.none_chosen, _.on_entered, _.on_error, _.on_forgotten, _.on_refresh, _.on_refused, _.open_document
_.pause, _.pause_on_hover, _.play, _.progress_label, _.slide_role, _.swipe, _.toggle, _.touch, _.touch_hint, _.uploading
_.wrap, _.zoom_in, _.zoom_out, _.added

# Read by name: topics of the live state, sentences of refusals.
_.PriceSensitiveInformation, _.AnnualReport, _.FinancialStatement, _.AllNotice, _.BondIssue, _.latest, _.filings
_.disclosures
_.excel, _.powerpoint, _.odf, _.date_out_of_range
(
    _.PRICE_SENSITIVE_INFORMATION,
    _.ANNUAL_REPORT,
    _.FINANCIAL_STATEMENT,
    _.ALL_NOTICE,
    _.BOND_ISSUE,
    _.FINANCIAL,
    _.DIVIDEND,
)
(
    _.active_office,
    _.active_pdf,
    _.already_published,
    _.before_invalid,
    _.category_unknown,
    _.damaged,
    _.database_unavailable,
    _.empty_file,
)
_.encrypted, _.foreign_origin, _.interrupted, _.key_expired, _.key_missing, _.key_wrong, _.length_missing, _.malformed
(
    _.outcome_unknown,
    _.not_published,
    _.name_bidirectional,
    _.name_control_characters,
    _.name_empty,
    _.name_hidden,
    _.name_path,
    _.name_too_long,
    _.no_file,
)
_.after_invalid, _.after_unknown
_.not_allowed, _.several_files, _.storage_full, _.storage_unreachable, _.too_large, _.too_many_attempts
_.too_many_uploads, _.type_mismatch, _.type_not_accepted, _.unsafe_archive
_.archive_method, _.embedded_active, _.embedded_program, _.embedded_unchecked, _.image_too_large, _.name_invisible
_.not_checked, _.remote_office, _.scanner_limit, _.scanner_unavailable, _.virus_found
_.hash_invalid, _.document_unknown, _.key_unknown, _.one_file, _.unreadable
_.consent_missing, _.email_invalid, _.email_missing, _.message_long, _.message_missing, _.message_short, _.name_long
_.name_missing, _.phone_invalid, _.phone_missing, _.rate_limited, _.foreign_form
_.lists_missing, _.alerts_unavailable

# Kept as evidence in the database, exported, and shown to nobody.
_.consent_at, _.subscribed_at, _.updated_at, _.hash

# Held by tests: which text stands on which ground, what a build step is worth.
_.TEXT_ON, _.worth

_.reason_too_long

# Read by Starlette: convertors of paths.
_.regex, _.convert, _.to_string

# Read by logging.
_.exc_text, _.stack_info

# Kinds of dates and units: read by their values, from content and the command line.
_.ANNUAL_GENERAL_MEETING, _.RECORD_DATE, _.RESULTS, _.BOARD_MEETING, _.DIVIDEND_PAYMENT, _.BDT
_.entered_at
_.list_duties, _.lists_missing, _.alerts_unavailable
