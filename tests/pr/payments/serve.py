"""Serves localstripe on a port of the loopback address, with what it lacks of Stripe:

- a return_url, to which 3-D Secure leads as a redirect; localstripe has it done by the script of a page;
- amounts that were received or may be captured, and what was paid with;
- the time when the intents of a list were made, without which it lists them all;
- error_on_requires_action, which is its way anyhow, and the type card_error.

It keeps nothing on disk. It has neither idempotency keys nor Checkout Sessions.
"""
import sys

from aiohttp import web
from localstripe import errors, resources, server

Intent, Charge = resources.PaymentIntent, resources.Charge
resources.Store.dump_to_disk = lambda self: None

create, confirm, list_all = Intent._api_create.__func__, Intent._confirm, Intent._api_list_all.__func__


def create_with_return(cls, return_url=None, error_on_requires_action=None, **data):
    cls._led_to = return_url
    return create(cls, **data)


def confirm_with_return(self, on_failure_now):
    confirm(self, on_failure_now)
    if self.next_action:
        url = 'https://hooks.stripe.example/3ds/' + self.id
        self.next_action = {'type': 'redirect_to_url', 'redirect_to_url': {'url': url, 'return_url': self._led_to}}


def list_of_time(cls, url, created=None, **data):
    intents = list_all(cls, url, **data)
    if created:
        intents._list = [one for one in intents._list if int(created['gte']) <= one.created <= int(created['lte'])]
    return intents


Intent._api_create = classmethod(create_with_return)
Intent._api_list_all = classmethod(list_of_time)
Intent._confirm = confirm_with_return
Intent.amount_received = property(lambda self: self.amount if self.status == 'succeeded' else 0)
Intent.amount_capturable = property(lambda self: self.amount if self.status == 'requires_capture' else 0)
Charge.payment_method_details = property(lambda self: {'type': 'card', 'card': {'brand': 'visa'}})

to_response = errors.UserError.to_response


def typed(self):
    if self.code == 402:
        self.body['error']['type'] = 'card_error'
    return to_response(self)


errors.UserError.to_response = typed

web.run_app(server.app, host='127.0.0.1', port=int(sys.argv[1]), print=lambda *_: print('serving', flush=True))
