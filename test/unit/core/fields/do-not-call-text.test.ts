import { describe, expect, it } from 'vitest'
import { isOptOut, readContactNote, saysDoNotCall } from '../../../../src/core/fields/do-not-call-text.ts'

const leaveAlone = `yes | Y | TRUE | 1 | x | X | DNC | Opt out | Opted-out | unsubscribed | DO NOT CALL | Do not contact | ✓ | Please do not call again |
  don’t ring | Don't call | no more calls | No marketing please | do not SMS | 3/04/2024 | on the Do Not Call Register |
  asked not to be contacted`

const mayCall = `no | N | FALSE | 0 | n/a | - | OK to call | call after 6 | Said "call after 6" | Fleet, 2nd car | 3/04/2024 left a message | calls welcome |
  do not call before 9 | do not ring after 6pm | Level 2, 14 George St`

/** Notes as salespeople write them. */
const forbids = `No phone calls please | Removed from list per request | D.N.C. | DNC | does not want to be contacted |
  take off list | cease contact | email only | Privacy request - delete | DO NOT CALL | Don't ring |
  doesn't want calls | didn't want any further contact | no more calls | no further contact | asked not to be called |
  asked us to stop calling | stop contacting | Opted out 3/4/24 | unsubscribed | on DNCR |
  remove me from your mailing list | taken off our database | contact by email only | only via post |
  delete my details | requested removal | complained about calls | threatened harassment claim | blacklisted |
  deceased | Mr Smith has passed away | Estate of J Smith | never contact | pls dont sms | do not disturb |
  no marketing | No contact | please no calls | declined marketing | declined to be contacted | refuses contact |
  consent withdrawn | wants no contact | off the call list | no sales calls | DND | would not like to be phoned |
  do not ever call | no follow up calls | opt me out | GDPR delete request | deletion requested | RIP | RIP 3/2024 | Mr Lee, R.I.P. |
  customer has died | Mr Lee sadly died | Requested no communication | no further communications please | has blocked our number |
  leave them alone | D N C | requested removal from all lists 12/3 | please take my details out of your system | exclude from campaigns |
  NO FURTHER CORRESPONDENCE | no phonecalls thx | DNC per GM | told us never to phone | Cust opted out via SMS reply STOP | opted out of all marketing |
  do not call him again | please don't contact the owner`

const harmless = `Called twice, no contact made | No contact number | deceased estate purchase | call after 6 | do not call before 9 |
  do not ring after 6pm | no contact yet | unable to contact | No contact details on file | 2nd car |
  no calls returned | left message, no answer | Contact made | calls welcome | loves a call | email sent | price only |
  text sent | Stop by on Friday | ceased trading | not interested in finance | removed tow bar |
  Removed from stock list | data entered | bought for son, no finance | no contact person | no contact today |
  mail returned | phone only | call Ann not Bob | rip in seat | battery died | customer’s battery died |
  no communication received | road blocked us in | request to delete option pack |
  Don't call his work, use mobile | do not ring the office | don't ring bell, baby sleeps | No call needed - picked up car Friday | Text only on weekdays works best |
  opt out of paint protection | opted out of roof racks | no marketing pack included | Dnc Motors referral | removed from showroom |
  no calls taken at work, mobile best | unsubscribe link tested ok | sms only for service reminders | deceased battery replaced`

/** Notes that forbid contact, written before the rules were changed for them. */
const inOwnWords = `take them off your books please | litigation pending | pls dont ring this lady again | asked us to lose the number | Wants off the list | said if we phone once more he goes to Fair Trading |
  customer has passed | NO PHONE CALLS - works nights | not interested in hearing from us ever again | off limits per dealer principal |
  legal matter - correspondence through solicitor | DO NOT RING, irate | threatened to report us to ACMA | wife rang, husband died in March |
  DNC!!! | take me off everything | has gone to VCAT against us, no dealings | please respect privacy, no approaches |
  on the Do Not Call Register | will not deal with this dealership again | hates being rung | stop bugging him | had enough of our messages |
  not to be approached | UNSUB 12/3 | replied STOP to sms | opted out of comms | number belongs to somebody else, asked not to be bothered |
  in a nursing home, family asked for no more letters or calls | requested data deleted under privacy act |
  AVO in place - no contact whatsoever | told Kerry never to phone him at work or home | very angry, swore at Mick, leave be |
  black listed by service manager | wrong number! lady upset, don't try again | no cold calling please | prefers we keep away |
  cust declined follow ups | email me only | dcsd | do not disturb | marked as "do not market" by head office |
  doesnt want to hear from us | no solicitation | Contact prohibited - legal | Nicht anrufen | Keine Werbung bitte | non chiamare | jangan hubungi lagi | 不要打电话 | 请勿联系 |
  bereaved, leave | zero contact please, no campaigns | Avoid contacting this client | nil contact per customer | no spam pls | lost patience with our calls, cease | Late Mr Hill - see executor |
  NO MKTG | wishes to be left alone | rip - june 2023 | number barred by request | take my number off | no telemarketing | gone to legal |
  please forget me | not interested in hearing about upgrades | no ads | suppress from mktg | wrong number, rude |
  no cntct plz | d/n/c | DONOTCALL | nocall | do nt ring | pls dnt fone | opted-owt | opt 0ut | decsed | passd away 3/22 | no ctc |
  has had a gutful of us | please desist | family in mourning, wait | under guardianship | cancel all texts | wants nothing from us |
  said enough is enough | asked for his data to be wiped | ne pas appeler | kaua e waea mai | no llamar | tidak mahu dihubungi | 勿扰 |
  cust req no txt | dntcall | off mailing pls | asked to be forgotten | opt.out | unsuscribed | no canvassing | no contattare | customer departed this life`

/** Notes that may forbid contact in words that nobody listed: a person has to see them. */
const unsure = `text only | SMS only | Called twice, no contact made | No contact number | deceased estate purchase |
  asked for privacy | Privacy | complaint 3/4 | stop | Remove | on our list | prefers letters |
  text, no voice | never again | don't bother | angry, spoke to a lawyer | wife died in May |
  wants nothing to do with us | no post please |
  no thanks | denied | Out`

/** Short forms of a refusal in notes about the car: never excluded unasked. */
const ofTheCar = `DND dealer fit only | DND - tow bar fitted | privacy glass request | opted out, paint protection | opted out extended warranty |
  dent left alone | letters only plates | tow post only | $2k off list | removed from system: bluetooth pairing | blacklisted rims |
  DNC: did not collect floor mats | mail only spare key | no communication from airbag module | no mail key, key posted`

/** Notes that have words of contact, and plainly allow it. */
const allowed = `call after 6 | Said "call after 6" | ring first | prefers SMS | prefers text messages | prefers email | prefers email but ok to phone |
  phone is disconnected | best time to call is lunch | works nights, ring in afternoon | call wife Jenny on same number | called 3/4, happy with car |
  rang re service, booked Tuesday | contact via mobile first | ring before coming over | call back in June re upgrade | phone number updated 2023 |
  spoke to husband, will call back | contacted about recall, done | asked us to call when new model arrives | wants a call when Ranger lands |
  happy to be contacted | ok to call anytime | listed for next year upgrade | not at home in mornings, call evenings | no answer, call again |
  contact preference: mobile | prefers phone calls in evening | email bounced, phone only | on the mailing list | wait list for new Hilux |
  rang, no answer | called 3/4 | tried to call x3`

/** Notes in the same words that allow nothing, or not surely. */
const notAllowed = `best not to call | calls upset mum | prefers letters | contact via email | contact by post | please contact by email | prefers to call us |
  will call us if he needs us | wants to be contacted in writing | requested call ban | wants calls to end | wants contact frozen | please call less often |
  called on Friday, family grieving | called 4/5, told to get lost | was cranky when called today | got shirty when we rang on Monday | call only if recall |
  happy customer but please no more contact | call at your own risk | call in emergency | call off the dogs | call back declined | pause calls until August |
  son called on 3/4 to say dad had gone | text rather than call | asked us to text, calls are a problem at work | call manager before any contact |
  loves the car, hates calls | good customer, doesn't like calls | contact through daughter only | call Ann not Bob | he is on the register |
  asked for calls to be cancelled | wants call attempts scrapped | rang 3/4, spoke to him, copped abuse | called, will report us |
  called, spoke to him, swearing | rang, will hang up | contact details withheld | phone number private | call daily?? cust is fuming |
  sensitive - domestic violence | sadly left us in June | bob is no longer with us | number belongs to someone else | no ph |
  phone only as last resort | written comms | deaf - text | wrong num | number was reassigned | stay clear | not welcome`

/** Notes that say nothing about contact, and entries of lists. */
const silent = `Phone | Call | Ring | List | contact@acme.com.au | https://acme.com/contact | 2nd car | Fleet | price only |
  loves the blue one | No trade | bought for son, no finance | data entered | service due | Ballarat Rd | spring sale |
  recall done | 12 | has 2 kids, wants a ute | paid cash, happy | wants towbar fitted | second car for daughter | left keys at desk | likes red | prefers Saturday service |
  traded Corolla | moved to Perth 2022 | good customer, sends friends | finance approved with Macquarie | due for tyres |
  battery replaced under warranty | finance declined | declined paint protection | no deal on trade | Court St, Ballarat |
  stop light bulb replaced | list price paid | removed tow bar | market value trade | dead battery replaced | blocked drain fixed | drives police car | not due again till May | took roof racks off |
  Ford Ranger | Range Rover Sport`

describe('isOptOut', () => {
  it.each(leaveAlone.split(/\s*[|]\s*/))('%j: not to be called', (cell) => {
    expect(isOptOut(cell)).toBe(true)
  })

  it.each(mayCall.split(/\s*[|]\s*/))('%j: may be called', (cell) => {
    expect(isOptOut(cell)).toBe(false)
  })

  it('reads the cells of a workbook', () => {
    expect([true, 1, { serial: 45000, format: 'd/mm/yyyy' }].map(isOptOut)).toEqual([true, true, true])
    expect([null, '', false, 0, { error: '#N/A' }].map(isOptOut)).toEqual([false, false, false, false, false])
  })
})

describe('saysDoNotCall', () => {
  it.each(forbids.split(/\s*[|]\s*/))('finds that %j forbids contact', (note) => expect(saysDoNotCall(note)).toBe(true))

  it.each(harmless.split(/\s*[|]\s*/))('takes %j for no refusal', (note) => expect(saysDoNotCall(note)).toBe(false))

  it('needs a phrase, so that an x in a column of notes does not count', () => {
    expect(['DO NOT CALL', 'x', 'yes', '3/04/2024'].map(saysDoNotCall)).toEqual([true, false, false, false])
  })
})

describe('readContactNote', () => {
  it.each(unsure.split(/\s*[|]\s*/))('leaves %j to a person', (note) => {
    expect(readContactNote(note)).toMatchObject({ forbids: false })
  })

  it.each(inOwnWords.split(/\s*[|]\s*/))('has %j before the eyes of a person', (note) => {
    expect(readContactNote(note)).not.toBeNull()
  })

  it.each(silent.split(/\s*[|]\s*/))('takes %j for no note about contact', (note) => {
    expect(readContactNote(note)).toBeNull()
  })

  it.each(ofTheCar.split(/\s*[|]\s*/))('leaves %j, which is about the car, to a person', (note) => {
    expect(readContactNote(note)).toMatchObject({ forbids: false })
  })

  it.each(notAllowed.split(/\s*[|]\s*/))('does not take %j for an allowance', (note) => {
    expect(readContactNote(note)).not.toBeNull()
  })

  it.each(allowed.split(/\s*[|]\s*/))('does not ask about %j', (note) => {
    expect(readContactNote(note)).toBeNull()
  })

  it('says where in the note the words are', () => {
    expect(readContactNote('Fleet, 2nd car. Do not call.')).toEqual({ forbids: true, at: 16 })
    expect(readContactNote('Fleet, text only')).toEqual({ forbids: false, at: 7 })
  })
})
