// The names of operations, what is said of one that was carried out (`{}` is the name of the thing), of things and fields, and what a person is told about a refusal.
import type { Operation, Schemas } from '../lib/contract'

type OrderStatus = Schemas['OrderStatus']
type PaymentStatus = Schemas['PaymentStatus']
type RefundStatus = Schemas['PaymentRefundStatus']
type PublicationStatus = Schemas['PublicationStatus']

export const operations: Record<Operation, readonly [name: string, done?: string]> = {
  'analytics.agent_activity': ['see what agents did'],
  'analytics.attention': ['see what needs attention'],
  'analytics.discount_performance': ['see the use of codes'],
  'analytics.key_activity': ['see what a key did'],
  'analytics.low_stock': ['see what is running out'],
  'analytics.sales_over_time': ['see sales over time'],
  'analytics.search_terms': ['see what was searched for'],
  'analytics.summary': ['see the summary'],
  'analytics.top_products': ['see what sold best'],
  'approvals.decide': ['decide an approval', 'decided on the request to {}'],
  'approvals.get': ['open an approval', 'looked at an approval'],
  'approvals.list': ['list approvals', 'looked through approvals'],
  'audit.get': ['open an entry of the history', 'looked at an entry of the history'],
  'audit.list': ['read the history'],
  'audit.revert': ['undo a change', 'undid a change of {}'],
  'audit.revert_many': ['undo several changes', 'undid several changes of {}'],
  'cart.add': ['add to a cart', 'added to cart {}'],
  'cart.apply_discount': ['use a code in a cart', 'used a code in cart {}'],
  'cart.clear': ['empty a cart', 'emptied cart {}'],
  'cart.create': ['begin a cart', 'began cart {}'],
  'cart.get_summary': ['look at a cart'],
  'cart.remove': ['take out of a cart', 'took out of cart {}'],
  'cart.update_quantity': ['change a quantity in a cart', 'changed a quantity in cart {}'],
  'categories.delete': ['delete a category', 'deleted category {}'],
  'categories.import': ['import categories', 'imported category {}'],
  'categories.list': ['list categories'],
  'categories.upsert': ['save a category', 'saved category {}'],
  'customer.erase': ['erase a customer', 'erased customer {}'],
  'customer.export': ['export a customer\'s data', 'exported the data of a customer'],
  'customer.get': ['open a customer', 'looked at a customer'],
  'customer.list': ['list customers', 'looked through customers'],
  'customer.lookup_by_email': ['find a customer by e-mail', 'looked for a customer by e-mail'],
  'customer.lookup_by_phone': ['find a customer by telephone', 'looked for a customer by telephone'],
  'discounts.create': ['create a code', 'created code {}'],
  'discounts.delete': ['delete a code', 'deleted code {}'],
  'discounts.list': ['list codes'],
  'discounts.toggle': ['switch a code on or off', 'switched code {} on or off'],
  'discounts.update': ['change a code', 'changed code {}'],
  'features.get': ['see the switches'],
  'features.set': ['turn a switch on or off', 'set the switch {}'],
  'images.upload': ['upload a picture', 'uploaded picture {}'],
  'keys.create': ['create a key', 'created key {}'],
  'keys.list': ['list keys'],
  'keys.pause_all': ['stop all agents', 'stopped all {}'],
  'keys.resume_all': ['let agents work again', 'let {} work again'],
  'keys.revoke': ['revoke a key', 'revoked key {}'],
  'keys.rotate': ['give a key a new secret', 'gave key {} a new secret'],
  'keys.update': ['change a key', 'changed key {}'],
  'marketing.create_campaign': ['create a campaign', 'created campaign {}'],
  'marketing.end_campaign': ['end a campaign', 'ended campaign {}'],
  'marketing.list_campaigns': ['list campaigns'],
  'orders.add_note': ['add a note to an order', 'added a note to order {}'],
  'orders.create': ['place an order', 'placed order {}'],
  'orders.get': ['open an order', 'looked at an order'],
  'orders.history': ['read an order\'s history', 'read the history of an order'],
  'orders.list': ['list orders', 'looked through orders'],
  'orders.refund': ['refund an order', 'recorded a refund of order {}'],
  'orders.refunds': ['see an order\'s refunds', 'looked at the refunds of an order'],
  'orders.set_tracking': ['set an order\'s tracking', 'set the tracking of order {}'],
  'orders.transitions': ['see where an order may go'],
  'orders.update_status': ['move an order', 'moved order {}'],
  'pages.delete': ['delete a page', 'deleted page {}'],
  'pages.get': ['open a page'],
  'pages.get_layout': ['see a page\'s layout'],
  'pages.list': ['list pages'],
  'pages.preview': ['preview a page'],
  'pages.section_types': ['see the kinds of sections'],
  'pages.set_layout': ['lay out a page', 'laid out page {}'],
  'pages.upsert': ['save a page', 'saved page {}'],
  'payments.cancel': ['cancel a payment', 'asked to cancel {}'],
  'payments.capture': ['take the money of a payment', 'asked to take the money of {}'],
  'payments.confirm_manual': ['confirm that money came', 'confirmed {}'],
  'payments.create': ['begin a payment', 'began {}'],
  'payments.get': ['open a payment'],
  'payments.list': ['list payments'],
  'payments.methods': ['see the ways to pay'],
  'payments.refund': ['give money of a payment back', 'asked for {}'],
  'products.adjust_stock': ['change a stock', 'changed the stock of {}'],
  'products.attach_image': ['add a picture to a product', 'added a picture to {}'],
  'products.bulk_upsert': ['save several products', 'saved product {}'],
  'products.create': ['create a product', 'created product {}'],
  'products.delete': ['delete a product', 'deleted product {}'],
  'products.detach_image': ['take a picture from a product', 'took a picture from {}'],
  'products.facets': ['see the filters of the catalogue'],
  'products.get': ['open a product'],
  'products.import': ['import products', 'imported product {}'],
  'products.list_deleted': ['list deleted products'],
  'products.restore': ['restore a product', 'restored product {}'],
  'products.search': ['search products'],
  'products.set_variants': ['set the variants of a product', 'set the variants of {}'],
  'products.suggest': ['get suggestions'],
  'products.update': ['change a product', 'changed {}'],
  'redirects.delete': ['delete a redirect', 'deleted the redirect {}'],
  'redirects.import': ['save redirects', 'saved the redirect {}'],
  'redirects.list': ['list redirects'],
  'services.create': ['create a service', 'created service {}'],
  'services.delete': ['delete a service', 'deleted service {}'],
  'services.get': ['open a service'],
  'services.list': ['list services'],
  'services.update': ['change a service', 'changed service {}'],
  'settings.get': ['see the settings'],
  'settings.update_branding': ['change the shop\'s name and looks', 'changed the shop\'s name and looks'],
  'settings.update_payments': ['change when money is taken', 'changed when money is taken'],
  'settings.update_search': ['change the search', 'changed the search'],
  'settings.update_shipping': ['change shipping', 'changed shipping'],
  'settings.update_tax': ['change tax', 'changed tax'],
  'site.get_page': ['read a public page'],
  'site.get_shop': ['read about the shop'],
  'site.list_pages': ['list public pages'],
  'webhooks.create': ['create a webhook', 'created webhook {}'],
  'webhooks.delete': ['delete a webhook', 'deleted webhook {}'],
  'webhooks.deliveries': ['see deliveries'],
  'webhooks.get_delivery': ['open a delivery'],
  'webhooks.list': ['list webhooks'],
  'webhooks.redeliver': ['deliver again', 'delivered a message again'],
  'webhooks.rotate_secret': ['give a webhook a new secret', 'gave webhook {} a new secret'],
  'webhooks.send_test': ['send a test', 'sent a test to a webhook'],
  'webhooks.update': ['change a webhook', 'changed webhook {}'],
}

/** things are by their id, or else by their type: those that have no name of their own. */
export const things: Record<string, string> = {
  settings: 'the settings', search_settings: 'the search', agent: 'agents', person: 'persons', program: 'programs',
  checkout: 'Checkout', campaigns: 'Campaigns', typo_search: 'Similar spelling', agent_writes: 'Writes by agents', manual_payment: 'Paid by hand', storefront_pages: 'Public pages',
}

/** refusals are by the code of the problem; of another code its own words are shown. */
export const refusals = {
  offline: 'No answer came from the shop. Whether it was done is not known: sending it again does it once.', unreached: 'No answer came from the shop.', not_found: 'It is not there, or no longer.',
  console_error: 'The console itself failed. Reload the page; what was saved is safe.',
  authentication_required: 'You are not signed in.', invalid_key: 'This key is not right, or no longer. Sign in again.',
  feature_disabled: 'A switch in Settings has turned this off.', key_paused: 'This key is paused.', agents_paused: 'All agents are stopped.',
  beyond_limit: 'This is beyond a limit of your key.', approval_required: 'This waits for approval: see Approvals.', approval_rejected: 'This was not approved.',
  own_key: 'A key cannot change itself. Sign in with another one.', already_decided: 'Somebody has decided this already.',
  version_conflict: 'Somebody else changed this while you were editing it.', revert_conflict: 'It has been changed since, so it cannot simply be undone.',
  already_reverted: 'This was undone already.', not_revertible: 'This cannot be undone.', order_changed: 'The order has moved on meanwhile.',
  illegal_transition: 'The order cannot go there from where it is.', refund_exceeds_paid: 'That is more than remains of what was paid.',
  insufficient_stock: 'There is not enough in stock.', slug_taken: 'That address is in use already.', code_taken: 'That code exists already.',
  sku_taken: 'That SKU is in use already.', has_variants: 'The product has variants: change the variants.', category_not_empty: 'There are products in this category.',
  category_deleted: 'Its category was deleted: restore that first.', limit_reached: 'There are as many as there can be.', too_many_images: 'There are as many pictures as there can be.',
  open_orders: 'This customer has open orders: finish or cancel them first.', validation_failed: 'Something is not right yet.',
  unknown_category: 'There is no such category.', variant_required: 'The product has variants: choose one.', secrets_key_missing: 'The service has no key to keep secrets with: set STOREFRONT_SECRETS_KEY.',
  idempotency_in_flight: 'The same call is still being carried out.', rate_limit_exceeded: 'Too many calls at once: wait a little.',
  key_rate_limit_exceeded: 'This key makes too many calls at once: wait a little.', authentication_rate_limit_exceeded: 'Too many attempts to sign in. Wait a little.',
  payment_open: 'The order has a payment that is still open: let it be paid, or cancel it first.', payment_state: 'As the payment or its order is now, this cannot be done.',
  payment_required: 'This goes through a payment: money is taken, and given back, under Payments.', person_required: 'Only a person may do this, with a person\'s key.',
  provider_failed: 'The payment provider refused: no money moved.', provider_unavailable: 'The payment provider has not answered: it is not known whether money moved. Read the payment again before you repeat this.',
  body_too_large: 'That is too large to send at once.', internal_error: 'The shop failed. It is in its log under the number below.', unavailable: 'The shop cannot answer just now: wait a little.',
}

/** fields is what the fields of things are called, as in their forms, where that is not their name in small letters. */
export const fields: Record<string, string> = {
  priceDkk: 'price', priceOere: 'price', priceString: 'price', slug: 'address', images: 'pictures', imageDetails: 'pictures', heroImage: 'large picture', body: 'text',
  metaDescription: 'text for search engines', features: 'points in its favour', 'category/slug': 'category', 'category/name': 'category', categorySlug: 'category', answerSummary: 'short answer',
  comparisonFacts: 'facts to compare', faq: 'questions and answers', useCases: 'uses', frameColor: 'frame colour', lensColor: 'lens colour', options: 'choices', showInNav: 'marked for menus',
  navOrder: 'place in the list', trackingUrl: 'link to the parcel', estDeliveryFrom: 'arrives at the earliest', estDeliveryTo: 'arrives at the latest', disputedAt: 'disputed', totalOere: 'total',
  amountOere: 'amount', refundedOere: 'refunded', capturedOere: 'taken', failure: 'why it failed', surplus: 'came beside the order\'s payment', captureOn: 'when money is taken', refundLatePayments: 'money that comes too late is given back', items: 'products', discountCode: 'code', discountValue: 'discount', value: 'how much', type: 'takes off', usageLimit: 'how often at most',
  startsAt: 'from', endsAt: 'to', enabled: 'on', storeName: 'shop name', tagline: 'line below the name', supportEmail: 'customers write to', logoUrl: 'logo', locale: 'language',
  shippingFeeOere: 'shipping costs', freeShippingThresholdOere: 'free shipping from', vatRatePercent: 'VAT, %', fromPath: 'old address', toPath: 'leads to', url: 'address', holder: 'held by',
  pausedAt: 'paused since', quota: 'calls at once', scopes: 'what it may do', expiresAt: 'stops working', deletedAt: 'deleted', maxPriceChangePercent: 'price change, %',
  maxDiscountPercent: 'discount code, %', maxDiscountOere: 'discount code, kr.', maxRefundOere: 'refund of one order, kr.', maxRefundOerePerDay: 'refunds a day, kr.', maxOrderOere: 'one order, kr.',
  maxOrderOerePerDay: 'orders a day, kr.', maxDeletesPerDay: 'deletions a day', maxWritesPerDay: 'changes a day', approval: 'beyond a limit: ask for approval instead of being refused',
}

/** Status is the key of a status, behind the kind of thing where the same word is another status of another thing; or of a field that is one of few words. */
type Status = OrderStatus | PublicationStatus | `approval.${'pending' | 'approved' | 'rejected'}` | `payment.${PaymentStatus}` | `payment_refund.${RefundStatus}`
  | `dispute.${'open' | 'won' | 'lost'}` | `captureOn.${Schemas['CaptureOn']}`

/** statuses are those of orders, payments, pages and services, and of a request to approve as it is decided. */
export const statuses: Record<Status, string> = {
  'approval.pending': 'waiting', 'approval.approved': 'approved', 'approval.rejected': 'rejected',
  'payment.created': 'not known yet', 'payment.requires_action': 'waits for the buyer', 'payment.authorized': 'money reserved', 'payment.captured': 'paid', 'payment.partially_refunded': 'partly given back',
  'payment.refunded': 'given back', 'payment.cancelled': 'cancelled', 'payment.failed': 'failed', 'payment.expired': 'not paid in time',
  'payment_refund.pending': 'not known yet', 'payment_refund.succeeded': 'given back', 'payment_refund.failed': 'not given back',
  'dispute.open': 'not decided', 'dispute.won': 'the shop won', 'dispute.lost': 'the shop lost', 'captureOn.payment': 'at the payment', 'captureOn.shipment': 'when the order is shipped',
  pending_payment: 'not paid', pending: 'to be paid later', paid: 'paid', processing: 'being packed', shipped: 'shipped', delivered: 'delivered', completed: 'completed',
  cancelled: 'cancelled', refunded: 'refunded', partial_refund: 'partly refunded', flagged_review: 'held for review', disputed: 'disputed', published: 'published', draft: 'draft',
}

/** reasons is why a call of somebody was refused, by the code of the problem. */
export const reasons: Record<string, string> = {
  validation_failed: 'what was sent was not right', insufficient_scope: 'its key may not do that', beyond_limit: 'beyond a limit of its key', approval_required: 'it must be approved first', approval_rejected: 'it was not approved',
  key_paused: 'its key is paused', agents_paused: 'all agents are stopped', person_required: 'only a person may do that', version_conflict: 'it had been changed meanwhile', revert_conflict: 'it had been changed since',
}

/** irreversible is why what an operation, or those of a group, did cannot be undone, and what to do instead. */
export const irreversible: Record<string, string> = {
  'orders.create': 'A placed order is not taken back: cancel it.', 'orders.add_note': 'A note cannot be deleted: write another one.', 'orders.refund': 'The money has been given back.',
  'payments.create': 'The payment provider was asked: cancel the payment.', 'payments.capture': 'The money was taken, or is not known to be: give it back by a refund.', 'payments.cancel': 'The provider was asked to end it: begin another payment.',
  'payments.confirm_manual': 'The money has come: give it back by a refund.', 'payments.refund': 'The provider was asked to give the money back.',
  'orders.update_status': 'The order got goods back or was about money: move it on instead.', cart: 'A cart is changed by its buyer alone.', images: 'A picture that nothing shows is deleted by itself.',
  customer: 'What was erased is gone.', approvals: 'The call may have been made already: undo what it did.', keys: 'The key may have been used meanwhile: change, pause or revoke it.',
  webhooks: 'Its receiver may have got the secret or messages already: change or delete the webhook.', features: 'Calls were made or refused meanwhile: set the switch again.',
}

/** faults are what the service says about a value, as a person says it; $1 and so on are what the pattern has found. What none matches is shown as it came. */
export const faults: readonly (readonly [RegExp, string])[] = [
  [/^must match \^https:\/\/.*$/, 'must begin with https://'],
  [/^must match .*$/, 'is not written as it has to be'],
]
