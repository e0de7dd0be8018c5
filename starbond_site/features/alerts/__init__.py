"""Mail alerts: who wants to hear of new filings in which list, and the mails that tell them. Imports no Reflex.

`service.AlertService` keeps the subscribers, `queueing` queues one mail for each of them when something is
published, `mails` composes what is sent. The thread of `mail.delivery` runs the last two.
"""
