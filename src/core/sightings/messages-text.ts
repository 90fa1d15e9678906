import type { MessageTemplate } from '../../contract/message-templates.ts'
import type { Region } from '../../contract/region.ts'
import { formatMoney } from '../../contract/regional-format.ts'

export const mergeText = {
  price: (amount: number, region: Region): string => formatMoney(amount, region),
  years: (count: number): string => `${count} ${count === 1 ? 'year' : 'years'}`,
}

/**
 * The templates that come with the program. Each says who writes, and how to opt out: the Spam Act 2003 (Australia) and the Unsolicited
 * Electronic Messages Act 2007 (New Zealand) require both. Their texts have plain apostrophes: with a curly one, a text message has room
 * for 70 characters instead of 160.
 */
export const defaultTemplates: readonly Omit<MessageTemplate, 'isDefault'>[] = [
  {
    id: 'default-sms-listed',
    channel: 'sms',
    name: 'Saw your car listed',
    subject: '',
    text: "Hi {first name}, it's {salesperson} from {dealership}. I saw your {car} is for sale. Can we make an offer? Reply STOP to opt out.",
  },
  {
    id: 'default-sms-missed',
    channel: 'sms',
    name: 'Missed you',
    subject: '',
    text: 'Hi {first name}, {salesperson} from {dealership} here. I tried to call about your {car}. When is a good time? Reply STOP to opt out.',
  },
  {
    id: 'default-sms-price',
    channel: 'sms',
    name: 'Price drop',
    subject: '',
    text: 'Hi {first name}, {salesperson} from {dealership}. I see your {car} is now {price}. Happy to make an offer today. Reply STOP to opt out.',
  },
  {
    id: 'default-email-listed',
    channel: 'email',
    name: 'Saw your car listed',
    subject: 'Your {car}',
    text: "Hi {first name},\n\nI saw that your {car} is for sale. We'd like to make you an offer, and can handle the paperwork for you.\n\nIs there a good time to call, or would you like to bring it in for a free appraisal?\n\nRegards,\n{salesperson}\n{dealership}\n\nIf you don't want emails from us, reply \"unsubscribe\" and we'll stop.",
  },
  {
    id: 'default-email-missed',
    channel: 'email',
    name: 'Missed you',
    subject: 'Tried to call about your {car}',
    text: "Hi {first name},\n\nI tried to call you about your {car}. Please reply with a time that suits, and I'll call you back.\n\nRegards,\n{salesperson}\n{dealership}\n\nIf you don't want emails from us, reply \"unsubscribe\" and we'll stop.",
  },
]
