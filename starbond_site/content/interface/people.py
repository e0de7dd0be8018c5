"""Words of the pages on which people sign in, look after their account, and invite others."""

from starbond_site.content.models import Content, Text


class SignInWords(Content):
    """Signing in, and opening the link of an invitation."""

    title: Text
    prompt: Text
    button: Text
    help: Text
    waiting: Text
    unsupported: Text
    elsewhere: Text
    cancelled: Text
    known: Text
    lost: Text
    no_script: Text
    welcome: Text
    invited: Text
    register_button: Text
    link_title: Text
    company_button: Text
    company_leave: Text
    company_leave_link: Text
    company_arrived: Text
    company_arrived_link: Text


class AccountWords(Content):
    """The own passkeys and sessions of a person."""

    title: Text
    signed_in: Text
    roles: Text
    prepare: Text
    approve: Text
    administer: Text
    passkeys: Text
    second: Text
    name: Text
    save: Text
    save_name: Text
    unnamed: Text
    added: Text
    used: Text
    never: Text
    remove: Text
    remove_name: Text
    add: Text
    sessions: Text
    sessions_note: Text
    browser: Text
    browser_unknown: Text
    by_company: Text
    address: Text
    began: Text
    seen: Text
    this_browser: Text
    end: Text
    end_session: Text
    end_others: Text
    sign_out: Text
    people_link: Text
    done_rename: Text
    done_remove: Text
    done_add: Text
    done_end: Text
    done_others: Text


class AccessWords(Content):
    """The page of the administrator: who may use the desk."""

    title: Text
    lead: Text
    person: Text
    roles: Text
    state: Text
    actions: Text
    state_one: Text
    state_several: Text
    state_invited: Text
    state_expired: Text
    state_company: Text
    state_off: Text
    save_roles: Text
    recover: Text
    recover_note: Text
    recover_button: Text
    disable: Text
    disable_note: Text
    enable: Text
    end_sessions: Text
    end_note: Text
    of: Text
    invite: Text
    name: Text
    email: Text
    prepare: Text
    approve: Text
    administer: Text
    invite_button: Text
    link_heading: Text
    link_note: Text
    link: Text
    done_roles: Text
    done_disable: Text
    done_enable: Text
    done_end: Text
