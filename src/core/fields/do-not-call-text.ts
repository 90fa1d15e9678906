import type { SourceCell } from './source-cell.ts'
import { plainText } from './cell-text.ts'

/** Whether a yes in a column asks for no contact ("Do not call"), or allows it ("Marketing consent"). */
export type ContactMeaning = 'no-contact' | 'consent'

const words = (text: string): ReadonlySet<string> => new Set(text.split(','))

const yes = words('y,yes,ya,yep,true,t,1,x,✓,✔,☑,√,on,ya.,yes.')
const no = words('n,no,nope,false,f,0,off,no.,n.,✗,✘,☒,none,tidak')

/** Texts that ask for no contact in a column of either meaning. */
const refusals = words(
  'dnc,dnm,stop,opt out,opt-out,optout,opted out,opted-out,out,unsubscribed,unsubscribe,unsub,do not call,do not contact,do not allow,' +
    "not allowed,disallow,disallowed,don't allow,blocked,block,refused,refuse,withdrawn,revoked,declined,decline,denied,deny,rejected,no marketing," +
    "no consent,not consented,no permission,not given,not granted,no contact,suppressed,never,dnd,do not disturb,do not ring,do not phone,do not text,do not sms,no calls,no sms,remove,removed,remove me,take off,cease,no thanks,no thank you,email only,e-mail only,mail only,post only,deceased,dec,decd,dec'd,died,dead,passed away,estate",
)
/** Texts that allow contact in a column of either meaning. */
const permissions = words(
  'allow,allowed,opt in,opt-in,optin,opted in,opted-in,in,subscribed,subscribe,granted,given,consented,consent given,ok,okay,ok to call,ok to contact,' +
    'permitted,agreed,accepted,contactable',
)

/** "Do not call before 9" is about the time of day, "no contact made" about one call, and "no contact number" about a number. */
const aboutTheTime = String.raw`(?!\s+(?:back\s+)?(?:before|after|between|until|till|during)\b)`
const aboutOneCall = String.raw`(?!\s+(?:needed|required|necessary|numbers?|no\.?|details?|names?|person|info\w*|made|yet|today|received|returned|answered|given|provided|taken|on|at|with|via|since|as)\b)`
/** Nobody, the customer, or a reason follows the verb. "Do not call his work" and "don't ring the bell" are about something else. */
const person =
  '(?:h(?:im|er)|them|me|us|it|(?:this |the |that |our )?(?:customer|client|cust|owner|buyer|person|guy|lady|man|woman|lead|family))'
const reason =
  'mr|mrs|ms|miss|anyone|again|ever|any ?more|any ?time|at all|further|please|pls|plz|thx|thanks|and|or|nor|by|via|for|under|per|as|because|due|since|re|about|with|unless|s?he|they|is|was|has|have|list|register|directly|sms|texts?|e-?mails?|phone|mail|calls?|contact|market\\w*|deceased|died|req\\w*|said|told|ask\\w*'
const theCustomer = String.raw`(?=\s*(?:$|[^\w\s]|\d|(?:${person}|${reason})\b))`
/** What somebody can opt out of: contact, and not an option of a car. */
const ofContact = String.raw`(?!\s+of\s+(?!(?:all|any|our|the|your|further|future|\s)*(?:contact|calls?|marketing|e-?mails?|sms|texts?|mail|comm\w*|newsletters?|promo\w*|everything|database|lists?)\b))`
/** A firm whose name begins like the abbreviation. */
const notAFirm = String.raw`(?!\s+(?:motors?|cars?|auto\w*|group|pty|ltd|fleet|holdings|services|finance|leasing|transport)\b)`
const contact = String.raw`(?:be\s+)?(?:allow(?:ed)?|call(?:ed)?|contact(?:ed)?|phone[d]?|ring|rung|sms|text(?:ed)?|mail(?:ed)?|e-?mail(?:ed)?|market(?:ed)?|disturb(?:ed)?)\b`
const list = String.raw`(?:our |the |your |all |this |any )*(?:mailing |marketing |call(?:ing)? |contact |phone |sms )*(?:lists?|database|data ?base|db|register|records|system)\b`

/** Notes that forbid contact, one kind a line. */
const phrases = new RegExp(
  [
    String.raw`\b(?:do\s*n[o']?t|don['’]?t|never(?: to)?|not to|please no)\s+(?:ever\s+)?${contact}${aboutTheTime}${theCustomer}`,
    String.raw`\b(?:does|did|do|would|will)(?:\s+not|n['’]?t|\s*nt)\s+(?:want|wish|like)\s+(?:us\s+)?(?:to\s+)?(?:any\s+|further\s+|more\s+)*(?:calls?|contact|sms|texts?|marketing|${contact})`,
    String.raw`\b(?:refuses?|withdrew|withdrawn|revoked|declin(?:es|ed))\s+(?:any\s+|all\s+|further\s+|marketing\s+|to be\s+)*(?:consent|contact(?:ed)?|permission|marketing|call(?:s|ed)?)\b`,
    String.raw`\b(?:consent|permission)\s+(?:refused|withdrawn|revoked|declined|denied)\b`,
    String.raw`\bopt (?:me|h[ie][mr]|them) out\b|\bDNCR\b`,
    String.raw`\bdo[\s-]not[\s-](?:call|contact)\s+(?:list|register)\b`,
    String.raw`\b(?:stop|cease)\s+(?:all\s+|any\s+|further\s+)*(?:mail|contact(?:ing)?|call(?:s|ing)?|phoning|ringing|marketing|texting|sms|e-?mails?)\b`,
    String.raw`\bonly (?:by|via) (?:e-?mail|mail|post|letter)\b`,
    String.raw`\b(?:deletion|erasure) request|\b(?:delete|erase) (?:my |h[ie][sr] |their |all |customer |client )*(?:details?|data|records?|information)\b|\brequest(?:ed|s)? (?:deletion|removal|erasure)\b`,
    String.raw`\bcomplain(?:ed|ts?)?\s+(?:about|of|re)\s+(?:our |the |being |too many )*(?:calls?|called|contact(?:ed)?|marketing|sms|texts?)\b|\bharass`,
    String.raw`\bdeceased\b(?! estate (?:purchase|sale|car|vehicle|buy))|\bdec['’]d\b|\b(?:has |have )?passed away\b|\b(?<!real )(?:late )?estate of\b|\bR\.I\.P\b|^\W*RIP\b[^a-z]*$|\b(?:customer|client|owner|buyer|s?he|mrs?\.? \w+|ms\.? \w+) (?:has |have |had |sadly |recently )*died\b`,
    String.raw`\bleave (?:me|us|h[ie][mr]|them|customer) alone\b|\b(?:has|have|had|customer|client) blocked (?:us|our|my)\b`,
  ].join('|'),
  'i',
)

/** The same without a verb or a person, which may mean something else in a note about a car: "DND dealer fit only", "no mail key". */
const shortForms = new RegExp(
  [
    String.raw`\bno\s+(?:more\s+|further\s+|phone\s+|sales\s+|marketing\s+|cold\s+|follow[\s-]?up\s+)*(?:(?:phone ?)?calls?|contact|communications?|correspondence|solicit\w+|mktg|marketing(?!\s+(?:pack|fee|budget|plan|levy|event|team|staff|spend)\b)|sms|mail|consent)\b${aboutTheTime}${aboutOneCall}`,
    String.raw`\b(?:removed?|wiped?|deleted?|tak(?:e|en)|exclude[ds]?)\s+(?:me |my |h[ie][mrs] |their |them |us |customer |client |name |number |details )*(?:from|off|out of)\s+(?:campaigns?\b|mail ?outs?\b|${list})|\b(?:take|taken|took)\s+(?:me |h[ie][mr] |them |name |number )*off\s+${list}`,
    String.raw`\bopt(?:ed)?[\s-]?out\b${ofContact}|\bunsub(?:scribed?)?\b(?!\s+(?:link|button|page|option))|\bD[./ -]?N[./ -]?[CD]\b${notAFirm}|\bblack-?list(?:ed)?\b`,
    // Not “SMS only”: the call card writes messages, so a person decides.
    String.raw`\b(?:e-?mail|mail|post|letters?) only\b(?! (?:on|at|for|after|before|from|between|during|file|given|provided)\b)`,
    String.raw`\b(?:privacy|gdpr) (?:\w+ )?(?:request|complaint)\b|\bleave alone\b|\bleft alone\b|\boff ${list}`,
  ].join('|'),
  'i',
)

/** A car, what is fitted to it, and what it costs. */
const ofTheCar =
  /\b(?:dealer[\s-]?fit\w*|fit(?:ted|ting|ment)?|accessor\w*|paint\w*|tint\w*|glass|film|windows?|wind ?screens?|rust ?proof\w*|protection|warranty|mats?|tow\w*|racks?|bars?|canopy|trays?|tub|liners?|spoilers?|alarm|dash ?cam|blue ?tooth|air ?bags?|seats?|wheels?|tyres?|rims?|dents?|scratch\w*|panels?|bumpers?|mirrors?|keys?|options?|packs?|(?:number ?)?plates?|kits?|hitch|battery|brakes?|lights?|stickers?|decals?|chrome|trim|price)\b|\$ ?\d|\d ?(?:%|k\b)/i

/** What a note that forbids contact in other words would mention: a person decides. */
const refusal = new RegExp(
  [
    String.raw`\b(?:remov|stop|ceas|suppress|complain|unsu[bs]|canvass|blackball|harass|pester|bother|hassl|disturb|spam|unwanted|unsolicited|decease|withdr[ae]w|refus|delet|eras|block|ombudsman|solicitor|lawyer|privacy|consent|permission|widow|funeral|bereave|barr(?:ed|ing)|bann(?:ed|ing)|werbung)\w*`,
    String.raw`\b(?:do not|do?n['’]?t|do nt|donot|dn[cdms]\w*|o\/o|(?:had|said) enough|quit (?:it|call\w*|ring\w*|text\w*)|(?:wants?|needs?) nothing|(?:data|details?|records?|info\w*|file)\b.*\b(?:wip|purg)\w*|(?:does|did|would|wo|ca|must|should)n['’]?t|never|no more|not to be|must not|nothing to do|leave (?:\w+ ){1,3}alone|avoid\w*|peace|told (?:us|me|h[ie][mr]|\w+) (?:to|where)|acma|wrong (?:num\w*|no|ph\w*|mob\w*|person)|not (?:h(?:is|er)|their) (?:number|phone|mobile)|number (?:now |is |was )?(?:belongs to|ported|reassigned)|no (?:ph|tel)|died|dead|death|r\.?i\.?p|pass?e?d|opt\w* out|opt(?:ed|-?d)(?! (?:for|in|to)\b)|opt[\s./-]*[o0]\w?t|departed|be forgotten|no means no|ctc|n\/c (?:per|by|as|at|req\w*)|ne pas|kaua|ka[ou]re)\b`,
    // Written as one word.
    String.raw`\b(?:do[-_ ]?)?(?:no[nt]?|dn'?t|nt)[-_ ]?(?:call|ring|phone|contact|ctc|sms|text|mail|market)\w*`,
    // Offers and messages that somebody has enough of.
    String.raw`\b(?:no|not|never|zero|exclud\w*|declin\w*|enough|hates?|sick of|fed up|tired of|against)\b.*\b(?:follow[\s-]?ups?|newsletters?|promo\w*|offers|reminders|surveys|approach\w*|hear(?:ing)? (?:from|about)|ads?|advertis\w*|correspond\w*|solicit\w*|communicat\w*|comms|campaigns?|mail ?outs?|messag\w*|visits?)\b`,
    String.raw`\b(?:lose|forget|destroy|bin|scrub|tear up)\b.*\b(?:numbers?|details|name|file)\b|\bforget (?:me|us|h[ie][mr]|them)\b|\b(?:take|taken|took)\b.*\b(?:numbers?|name|details)\b.*\boff\b|\b(?:off|out of) (?:\w+ )?(?:limits|bounds|everything)\b|\boff (?:all|every|any)\b`,
    String.raw`\b(?:hands off|(?:keep|stay|go) (?:away|clear|off)|steer clear|hard no|not welcome|trespass\w*|aggress\w*|deaf|hearing impaired|back off|leave (?:\w+ )?be|let (?:\w+ )?be)\b`,
    // A quarrel, with us or before a court.
    String.raw`\b(?:angry|irate|furious|upset|abus\w*|hostile|swore|threat\w*|fed up|sick of us|[nvq]cat|tribunal|court (?:action|case|order)|fair trading|consumer affairs|(?:to|with) legal|legal (?:action|matter|dispute)|lawsuit|suing|litigat\w*|avo|desist|refrain|gut(?:s)?ful|h[au]ng(?:s|ing)? up|domestic violence|report(?:ed|s|ing)? us|(?:intervention|restraining|protection) order)\b|\bsensitive -`,
    String.raw`\b(?:not|never|won['’]?t|no)\b.*\b(?:dealings|deal with|do business)\b|\b(?:will not|won['’]?t)\b.*\bagain\b`,
    String.raw`\b(?:tak|cross|strik|scratch|get|got)\w*\b.*\boff\b.*\b(?:books?|files?|mail ?outs?|campaigns?)\b`,
    String.raw`\b(?:dcsd|decsd|dcd|decd|mourning|griev\w*|guardianship|public trustee|palliative|hospice|terminal\w*)\b|\b(?:executors?|executrix|probate|late (?:mr|mrs|ms))\b|\b(?:no longer with us|lost (?:h(?:is|er)|their) (?:battle|fight|life)|sadly (?:left|gone|lost)|in heaven)\b`,
    // German, Italian, Malay, Chinese.
    String.raw`\b(?:nicht|kein\w*|non|niente|tak (?:mahu|nak))\b.*\b(?:anruf\w*|kontakt\w*|chiam\w*|contatt\w*|telefon\w*|hubungi|ganggu)|\b(?:jangan|tidak (?:mahu|mau|nak|boleh))\b|\b(?:llam|contatt|chiam|anruf|kontaktier|hubungi)\w*|[不勿别].*[打电联系扰叨]|拒`,
    String.raw`\b(?:only|no|not|off|cancel\w*|halt|quit)\b.*\b(?:e-?mails?|mail(?:ing)?s?|te?xts?|sms|post|letters?)\b|\b(?:e-?mails?|mail|texts?|sms|post|letters?)\b.*\b(?:only|no|not)\b|\b(?:prefers?\b.*|by |via )\b(?:(?<!e-)mail|post|letters?|writing)\b|\b(?:in writing|written c\w+|snail mail)\b|\bon (?:the |a )?register\b`,
  ].join('|'),
  'i',
)

const contactWord = String.raw`\b(?:(?:phone ?)?cal+|contact|fon|phon|telephon|(?:tele)?market|mktg)(?:e[dr]|ing|[sz]|e|able|back)*\b|\b(?:ring|rang|rung)(?:ing|s|back)*\b`
/** Words for contact and lists. Most notes with them allow it, but only some say so plainly. */
const mentions = new RegExp(String.raw`${contactWord}|\blist(?:s|ed)?\b`, 'i')

const day = String.raw`(?:(?:mon|tues|wednes|thurs|fri|satur|sun)(?:days?)?|tues?|weds?|thurs?|sat|week(?:day|end)?s?|mornings?|afternoons?|evenings?|nights?|lunch\w*|noon|midday|month|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|winter|christmas|new year|today|tonight|tomorrow)`
const the = String.raw`(?:(?:the|this|that|h(?:is|er)|their|next|early|late|every|same|new|a|an|few|couple|one|two|three|\d+)\s+)*`
/** When, where, or about what somebody is called: who says that allows it. */
const callIsAbout = String.raw`(?:back|again|any ?time|asap|soon|later|twice|daily|when|once|ahead|welcome|\d|${the}${day}|(?:after|before|from|between|till|until|during|around)\b|(?:at|in|on|by|via) ${the}(?:\d|${day}|days?|weeks?|months?|years?|work|home|school|mob\w*|cell|landline|number|office|phone|sms|text)|(?:re|about|regarding|concerning)\b|to (?:confirm|book|arrange|organi[sz]e|discuss|advise|check|remind|see|offer|update|collect|order|quote)|for ${the}(?:\w+ )?(?:service|booking|appointment|quote|upgrade|price|test|trade|offer|deal|review|delivery|pick ?up|payment|accounts?|tyres?|update|birthday)|if ${the}(?:\w+ )?(?:arriv\w*|comes?|lands?|avail\w*|ready|price\w*|stock))`
/** What allows contact, by its words. */
const allowance = new RegExp(
  [
    String.raw`\b(?:call|ring|phone|contact|text|sms)(?:s|ing|back)?\b(?:\s+[\p{L}'’()]+){0,3}?[\s,:-]+${callIsAbout}\b`,
    String.raw`\b(?:call|ring|phone|contact|text)(?:\s+h(?:im|er))?\s+first\b`,
    // What was done, and how it went.
    String.raw`^\W*(?:called|rang|phoned|tried (?:to )?(?:call|ring|phone))\b[\s\d/x,.:-]*$`,
    String.raw`\b(?:called|rang|rung|phoned|contacted|returned (?:the )?call)\b[^.;]{0,40}?\b(?:left (?:a )?(?:message|msg|vm|voice ?mail)|l\/m|lm|happy|booked|interested|keen|will|deciding|thinking|spoke|sorted|done|fixed|replied|all good)\b`,
    String.raw`\b(?:please|pls|ok(?:ay)?|happy|fine|good|welcome|free|glad|keen|best|prefers?|preferred|loves?|likes?|enjoys?|wants?|asked|requested|expects?|expecting|await\w*|waiting for|appreciates?|will|to|try|can|may)\s+(?:(?:for|to|us|me|a|an|the|our|your|any|some|be|being|get|receive|have|by|via|do)\s+)*(?:${contactWord})(?!\s+(?:off|through|us|to be|be)\b|\s+(?:by|via|on|with|to|in)\s+(?:e-?mail|mail|post|letter|writing))`,
    String.raw`\b(?:phone|mobile|contact|call|telephone)\s+(?:numbers?|nos?\b|details?|preferences?|prefs?|methods?|person|names?|interview|centre|log)\b|\b(?:use|on|by|via|mobile|home|work|new|best|old|another|other|same)\s+phone\b|\b(?:phone|telephone)\s+(?:is |was |now )?(?:disconnected|changed|updated|broken|lost|engaged|rang out|switched)`,
    String.raw`\b(?:wait\w*|price|option|wish|short|to-?do|e-?mail\w*|mailing|vip|stock|check|christmas|gift|parts) lists?\b|\blisted (?:for|at|in|with)\b`,
  ].join('|'),
  'giu',
)
/** A missing answer or landline forbids nothing. */
const harmlessNo =
  /\b(?:no (?:answer|reply|response|luck|voice ?mail|vm|land ?line|show|e-?mail address|rush|finance|trade|deposit|issues?|problems?|concerns?|worries|changes?|longer (?:at|works?|in|has))|not (?:at home|home|avail\w*|answering|ready|at work|sure|yet)|(?:did|does|do)(?: not|n['’]?t) (?:answer|pick ?up|check|have|mind|finish))\b|\b(?:phone|mobile|mob) only(?=\s*(?:$|[.,;]))/gi
/** With any of these, what looks like an allowance may be none. */
const doubts = new RegExp(
  [
    String.raw`\b(?:no|not|nor|non|never|none|nil|zero|nothing|nobody|without|off|out|only|except|unless|instead|else\w*|fewer|less|minim\w*|too|enough|ex)\b|n['’]t\b|\b(?:do|wo|ca|did|does|is|are|was)nt\b`,
    String.raw`\b(?:end(?:ed|s)?|finish\w*|pause\w*|hold|held|suspend\w*|fr[eo]e?z\w*|ban(?:ned|s)?|restrict\w*|limit\w*|halt|cancel\w*|scrap\w*|withheld|private|silent|unwelcome|unwanted|declin\w*|denied|registe\w*|approv\w*|estate|family)\b`,
    String.raw`\b(?:disput\w*|rude|unhappy|nasty|bad|angry|annoy\w*|tired|cranky|shirty|yell\w*|shout\w*|swear\w*|fum(?:ed|ing)|mad|cross|grumpy|trouble|problem|lost|owe[sd]?|debt|bankrupt|trustee|guardian|police|sue[ds]?|care(?:ful)?|caution|beware|warn\w*|risk|peril|emergenc\w*|urgent\w*)\b`,
    String.raw`\b(?:divorc\w*|separat\w*|sensitive|estranged|vulnerable|dementia|deaf|mute|ill|sick|cancer|hospital|jail|prison|nursing|gone)\b`,
  ].join('|'),
  'i',
)

/** A note about contact. `forbids`: it surely does; else only a person knows. `at`: where in the note the words are. */
export interface ContactNote {
  readonly forbids: boolean
  /** A short form says so, which can mean something else. */
  readonly isShort?: boolean
  readonly at: number
}

/** What a note says about contact; null: nothing, or that it is allowed. */
export function readContactNote(cell: SourceCell): ContactNote | null {
  if (typeof cell !== 'string' || !/\p{L}{3}|\p{L}.+\p{L}|\p{Script=Han}/u.test(cell)) return null
  const written = blank(cell, aboutTheCar)
  const sure = written.search(phrases)
  if (sure >= 0) return { forbids: true, at: sure }
  const short = written.search(shortForms)
  if (short >= 0) return { forbids: !ofTheCar.test(cell), isShort: true, at: short }
  if (refusals.has(plainText(cell).toLowerCase())) return { forbids: false, at: 0 }
  if (isNoNote.test(cell)) return null
  const text = blank(written, harmlessNo)
  let at = text.search(refusal)
  if (at < 0 && mentions.test(text)) at = (doubts.test(text) ? text : blank(text, allowance)).search(mentions)
  if (at >= 0) return { forbids: false, at }
  return (text.match(/\p{L}{4,}/gu) ?? []).some((word) => isMisspelt(word)) ? { forbids: false, at: 0 } : null
}

const blank = (text: string, words: RegExp): string => text.replace(words, (found) => ' '.repeat(found.length))

/** The consonants of a word, each once: "cntct" and "conntact" are "contact". */
const consonants = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(?<!^)[aeiou]/g, '')
    .replace(/(.)\1+/g, '$1')
/** Words of refusals, however they are misspelt. */
const refusalWords =
  'contact contacted contacting deceased unsubscribe unsubscribed remove removed marketing complaint harassment'.split(
    ' ',
  )
const misspelt: ReadonlySet<string> = new Set(refusalWords.map(consonants))
const isMisspelt = (word: string): boolean =>
  misspelt.has(consonants(word)) && !refusalWords.includes(word.toLowerCase())

/** What is done to a car, and what it costs, in the words of a refusal. */
const aboutTheCar =
  /\b(?:stop|brake) (?:lights?|lamps?)\b|\b(?:list|market) (?:price|value)\b|\b(?:dead|deceased|blocked|removed?|deleted?) (?:the )?(?:batter\w+|drains?|dpf|filters?|injectors?|hoses?|tow ?bars?|roof ?racks?|bull ?bars?|canopy|tint|decals?|stickers?|signage|(?:fault )?codes?|dents?|scratch\w*|seats?|trays?|tyres?|wheels?)\b/gi

/** An address, or a word that is an entry of a list ("Phone") when it stands alone. */
const isNoNote = /^\s*(?:\S+@\S+|https?:\S+|www\.\S+|(?:call|contact|phone|telephone|ring|list|market)s?)\s*$/i

/** Whether a note says that the customer wants no calls ("DO NOT CALL", "opted out"), or has died. */
export function saysDoNotCall(cell: SourceCell): boolean {
  return readContactNote(cell)?.forbids === true
}

// The whole cell must be a date: a note that begins with one ("3/04/2024 left a message") is not an opt-out.
const writtenDate = /^(?:\d{1,2}[/.-](?:\d{1,2}|[a-z]{3})[/.-]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?)?$/i

/**
 * What a cell of a contact column says: true, the customer must not be contacted; false, contact is allowed; null,
 * neither. A yes is read by the meaning of the column, and so is a date: of the opt-out ("Unsubscribed: 3/04/2024") or
 * of the consent.
 */
export function refusesContact(cell: SourceCell, meaning: ContactMeaning): boolean | null {
  const isOptOutColumn = meaning === 'no-contact'
  if (cell === null || cell === '') return null
  if (typeof cell === 'boolean') return cell === isOptOutColumn
  if (typeof cell === 'number') return cell === 1 ? isOptOutColumn : cell === 0 ? !isOptOutColumn : null
  if (typeof cell === 'object') return 'serial' in cell && cell.serial > 366 ? isOptOutColumn : null
  const text = plainText(cell)
  const word = text.toLowerCase()
  if (refusals.has(word)) return true
  if (permissions.has(word)) return false
  if (yes.has(word) || writtenDate.test(text)) return isOptOutColumn
  if (no.has(word)) return !isOptOutColumn
  if (saysDoNotCall(text)) return true
  const [first = ''] = word.split(/[\s,;:(–-]/)
  if (word.length <= 60 && first !== word && (yes.has(first) || no.has(first)) && /^\p{L}/u.test(first)) {
    return yes.has(first) === isOptOutColumn
  }
  return null
}

/** Whether a cell of an opt-out column says not to contact the customer: yes, true, 1, x, a phrase, or a date. */
export function isOptOut(cell: SourceCell): boolean {
  return refusesContact(cell, 'no-contact') === true
}
