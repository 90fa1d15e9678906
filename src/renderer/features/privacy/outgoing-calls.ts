/** One kind of call that leaves this PC. */
export interface OutgoingCall {
  /** Method and path, with the names of its variable parts in braces; of another kind of call, what is called. */
  readonly call: string
  readonly when: string
  readonly why: string
  readonly turnOff: string
  /** Example data; absent: the call has no body. */
  readonly body?: string
}

const json = (body: unknown): string => JSON.stringify(body, null, 2)
const whenConnected = 'Use no connection, or remove it in Settings.'
const customer = {
  rego: 'ABC123',
  state: 'VIC',
  client_name: 'Jane Citizen',
  mobile_number: '0491570156',
  sale_date: '2021-03-05',
}
const webhook = { name: 'Our CRM', region: 'au', format: 'json', endpoint: 'https://crm.example.com/hook' }

/**
 * Every kind of call that leaves this PC, for the screen. `outgoing-calls.test.ts` compares it with what the client of the service, the
 * updater and the server of a team can send.
 */
export const outgoingCalls: readonly OutgoingCall[] = [
  {
    call: 'POST /auth-broker/request-token',
    when: 'Before the first call and when the token expires, for connections with a client ID.',
    why: 'To sign in. The client ID and secret are sent in a header.',
    turnOff: 'Use an API key, or no connection.',
  },
  {
    call: 'POST /v2/recapture/upload',
    when: 'When you send an import, when a watched folder or the command line sends one, or when you restore customers from the bin.',
    why: 'To add your customers at the service. Excluded rows and ignored columns are not sent.',
    turnOff: 'Don’t send imports.',
    body: json({ name: 'March', enable_rego_lookups: false, customers: [customer] }),
  },
  {
    call: 'GET /v2/recapture/upload/{upload}',
    when: 'Every few seconds while an upload is processed.',
    why: 'To follow the progress of an upload.',
    turnOff: 'Don’t send imports.',
  },
  {
    call: 'DELETE /v2/recapture/upload/{upload}',
    when: 'When you cancel an upload.',
    why: 'To cancel an upload at the service.',
    turnOff: 'Don’t cancel uploads.',
  },
  {
    call: 'GET /v2/recapture/customers',
    when: 'At the start, at the interval in Settings, before and after uploads, when you choose Refresh or Test, and every 30 seconds while the service can’t be reached.',
    why: 'To keep the list of customers and sightings up to date.',
    turnOff: whenConnected,
  },
  {
    call: 'GET /v2/recapture/customers/{customer}',
    when: 'Before an edit, a deletion or a restore of a customer, when the list lacks one, and when an event about one arrives.',
    why: 'To read the newest values before an edit, so that nobody’s edit is overwritten.',
    turnOff: whenConnected,
  },
  {
    call: 'PATCH /v2/recapture/customers/{customer}',
    when: 'After you edit a customer, or an import updates one.',
    why: 'To save an edit at the service.',
    turnOff: 'Don’t edit customers.',
    body: json({ client_name: 'Jane Citizen' }),
  },
  {
    call: 'DELETE /v2/recapture/customers/{customer}',
    when: 'After you delete a customer or a person or undo an upload, when rows were received twice, and when another PC of your team deletes a person.',
    why: 'To delete a customer at the service.',
    turnOff: 'Don’t delete customers.',
  },
  {
    call: 'GET /v2/vehicles/registrations/{rego}',
    when: 'When you look up a rego, alone or in a list, or compare the price of a sighting.',
    why: 'To find a vehicle by its rego. This may be charged.',
    turnOff: 'Don’t look up regos.',
  },
  {
    call: 'GET /v2/vehicles/registrations/{rego}/status',
    when: 'When you ask for the registration status of a look-up.',
    why: 'To show when a registration expires. This may be charged.',
    turnOff: 'Don’t ask for the status.',
  },
  {
    call: 'GET /v2/vehicles/vins/{vin}',
    when: 'When you look up a VIN, alone or in a list, or compare the price of a sighting.',
    why: 'To find a vehicle by its VIN. This may be charged.',
    turnOff: 'Don’t look up VINs.',
  },
  {
    call: 'GET /v2/vehicles',
    when: 'When you search the catalogue by keywords or filters.',
    why: 'To find vehicles and fill the filters.',
    turnOff: 'Don’t search the catalogue.',
  },
  {
    call: 'GET /v2/vehicles/{vehicle}/specs',
    when: 'When you open the specs of a vehicle.',
    why: 'To show the specs of a vehicle.',
    turnOff: 'Don’t open specs.',
  },
  {
    call: 'GET /v2/sourcing/market_overlay/{vehicle}',
    when: 'When you open the market of a vehicle, or compare the price of a sighting.',
    why: 'To show prices of similar cars. This may be charged.',
    turnOff: 'Don’t open the market.',
  },
  {
    call: 'GET /v2/webhooks',
    when: 'When you open Webhooks or the inspector.',
    why: 'To list your webhooks.',
    turnOff: 'Don’t open Webhooks.',
  },
  {
    call: 'GET /v2/webhooks/{webhook}',
    when: 'Before you change a webhook, and when you show its address.',
    why: 'To see whether somebody else changed a webhook.',
    turnOff: 'Don’t change webhooks.',
  },
  {
    call: 'POST /v2/webhooks',
    when: 'When you add a webhook.',
    why: 'To create a webhook at the service.',
    turnOff: 'Don’t add webhooks.',
    body: json(webhook),
  },
  {
    call: 'PATCH /v2/webhooks/{webhook}',
    when: 'When you change a webhook.',
    why: 'To save a change of a webhook at the service.',
    turnOff: 'Don’t change webhooks.',
    body: json({ events: ['recapture_new'] }),
  },
  {
    call: 'DELETE /v2/webhooks/{webhook}',
    when: 'When you delete a webhook.',
    why: 'To delete a webhook at the service.',
    turnOff: 'Don’t delete webhooks.',
  },
  {
    call: 'POST /v2/webhooks/{webhook}/ping',
    when: 'When you test a webhook.',
    why: 'To make the service send a test event.',
    turnOff: 'Don’t test webhooks.',
  },
  {
    call: 'Team database: send entries',
    when: 'In a team, after you record a call, take, assign or mark a customer, change a template or view, send an upload, or delete a person.',
    why: 'To share your work with the other PCs of your team. Entries are encrypted and signed on this PC.',
    turnOff: 'Leave the team in Settings.',
    body: json({ device: '7d0c4a52-8f3e-4b6b-9a51-2c1f0e6d9b34', n: 12, body: 'encrypted bytes' }),
  },
  {
    call: 'Team database: read entries',
    when: 'In a team, while Forecourt is open.',
    why: 'To show what the other PCs of your team have recorded.',
    turnOff: 'Leave the team in Settings.',
  },
  {
    call: 'Updater: check',
    when: 'At the start, once a day and when you check for updates, in builds with automatic updates.',
    why: 'To find out whether there is a newer version. Nothing about your data is sent.',
    turnOff: 'Use a build without automatic updates.',
  },
  {
    call: 'Updater: download',
    when: 'After a newer version was found.',
    why: 'To download a newer version.',
    turnOff: 'Use a build without automatic updates.',
  },
]
