"""Names that vulture takes for unused: what uses them is not Python of this repository. Read by ``make check`` alone."""
# ruff: noqa
# pyright: reportAttributeAccessIssue=false, reportUnusedExpression=false

_ = object()

# Read by pydantic, SQLAlchemy, sqlite3, itsdangerous and expat.
_.StartElementHandler, _.EndElementHandler, _.CharacterDataHandler, _.EntityDeclHandler, _.buffer_text, _.model_config
_.isolation_level, _.get_timestamp, _.impl, _.cache_ok, _.process_bind_param, _.process_result_value

# Called by Reflex, or set in Reflex and reflex-chakra.
_.get_static_assets, _.get_frontend_development_dependencies, _.get_stylesheet_paths, _.pre_compile, _.post_build
_.lib_dependencies, _._granian_log_dictconfig, _.__repr__, _._get_app_wrap_components, _.cors_allowed_origins

# Read by Granian.
_._init_shared_socket, _._ssp, _._sfd, _._shd, _._sso

# Props that components in JSX read.
_.blocked, _.keyboard, _.list_href, _.on_entered, _.on_error, _.on_forgotten, _.on_refresh, _.on_refused
_.enabled_while, _.pause_on_hover, _.swipe, _.toggle, _.touch, _.wrap

# Read by name: topics of the live state, sentences of refusals.
_.region_bn, _.area_bn, _.town_bn, _.name_bn, _.address_bn, _.date_out_of_range, _.sign_in_missing, _.already_withdrawn
_.already_replaced, _.already_public, _.changed_meanwhile, _.successor_elsewhere, _.name_unchanged, _.title_unchanged
_.title_too_long, _.title_unreadable, _.extension_fixed, _.list_unchanged, _.not_confirmed, _.line_missing
_.line_too_long, _.end_invalid, _.active_office, _.active_pdf, _.already_published, _.before_invalid
_.category_unknown, _.database_unavailable, _.empty_file, _.encrypted, _.foreign_origin, _.interrupted, _.key_expired
_.key_missing, _.key_wrong, _.malformed, _.outcome_unknown, _.page_outdated, _.name_bidirectional
_.name_control_characters, _.name_empty, _.name_hidden, _.name_path, _.name_too_long, _.no_file, _.after_invalid
_.after_unknown, _.too_many_unfinished, _.upload_ended, _.upload_in_two_steps, _.several_files, _.storage_full
_.storage_unreachable, _.too_large, _.too_many_attempts, _.too_many_uploads, _.type_mismatch, _.type_not_accepted
_.unsafe_archive, _.archive_method, _.embedded_active, _.embedded_program, _.embedded_unchecked, _.image_too_large
_.name_invisible, _.not_checked, _.remote_office, _.scanner_limit, _.scanner_unavailable, _.virus_found, _.hash_invalid
_.document_unknown, _.key_unknown, _.consent_missing, _.email_invalid, _.email_missing, _.message_long
_.message_missing, _.message_short, _.name_long, _.name_missing, _.phone_invalid, _.phone_missing, _.rate_limited
_.foreign_form, _.lists_missing, _.behind_picture, _.empty_macros, _.print_anew, _.heic_picture, _.machine_busy
_.on_step, _.asking, _.alerts_unavailable, _.pair_unavailable, _.pair_unknown, _.pair_impossible, _.pair_taken

_._sort, _.what_script, _.what_launch, _.what_submit, _.what_import, _.what_other_file, _.what_media, _.what_xfa
_.what_font, _.what_outside, _.what_macros, _.what_control, _.what_macro_sheet

# Remarks on a file that is not public yet, and words of its panel: read by their names.
_.person_known, _.person_unknown, _.person_disabled, _.roles_missing, _.last_administrator, _.own_person, _.name_known
_.invitation_invalid, _.passkey_refused, _.passkey_unknown, _.last_passkey, _.company_cancelled, _.company_unreachable
_.company_refused, _.company_mail_unverified, _.company_not_invited, _.company_other_account, _.company_person_disabled

# Kept as evidence in the database, exported, and shown to nobody.
_.consent_at, _.subscribed_at, _.updated_at

# Held by tests: what a build step is worth.
_.worth

# Read all together: the colours.
_.paper, _.surface, _.wash, _.muted, _.control_line, _.amber, _.amber_ink, _.button_hover, _.on_button, _.on_bar
_.header_line, _.danger, _.reason_too_long, _.already_sealed, _.moment_invalid, _.moment_out_of_range, _.not_sealed
_.own_approval, _.reason_missing

# Types that interface.pyi names.
_.OwnText, _.Locale, _.Grouping, _.CounterStyle

# Read by Starlette: convertors of paths.
_.regex, _.to_string

# Read by logging.
_.exc_text, _.stack_info

# Kinds of dates and units: read by their values, from content and the command line.
_.entered_at

# Read by `categories`, from the file itself.
_.currency

# Kept as evidence of who approved a sealed filing.
_.approver_id, _.list_duties

# Sentences of clocks and evidence, and columns of the tables of evidence packs: read by name.
_.clock_duty_unknown, _.clock_document_unknown, _.clock_label_missing, _.clock_label_too_long, _.clock_time_invalid
_.clock_in_future, _.clock_before_decision, _.clock_after_told, _.clock_running, _.clock_closed, _.clock_reason_missing
_.evidence_missing, _.evidence_altered, _.evidence_unavailable, _.first_queued_at, _.last_sent_at
