import type { AdvancedSettings } from '../../../contract/connections.ts'

interface AdvancedText {
  readonly label: string
  /** Why there is something to choose. */
  readonly reason: string
}

/** What the service's own description leaves open: how Forecourt takes it, and why it can be changed. */
export const advancedTexts: Readonly<Record<keyof AdvancedSettings, AdvancedText>> = {
  mobileForm: {
    label: 'Form of mobile numbers',
    reason: 'The service does not say which form it expects. Dealers write the national one.',
  },
  firstBatchSize: {
    label: 'Rows in the first batch',
    reason:
      'The most customers that one upload takes is not published. Forecourt starts with this many and halves it when the service refuses.',
  },
  pageSize: {
    label: 'Customers read at a time',
    reason: 'How many customers the service lists at once is not published. Lower it if reading the customers fails.',
  },
  referenceKey: {
    label: 'Name of the row reference',
    reason:
      'The additional field that ties each customer to its row, so that nothing is sent twice. Small letters, digits and underscores.',
  },
  malaysiaRegionCode: {
    label: "Malaysia's region code",
    reason: 'The service supports Malaysia but does not publish the code. Ask your provider when it refuses this one.',
  },
}

export const mobileForms: Readonly<Record<AdvancedSettings['mobileForm'], string>> = {
  national: 'National: 0491 570 006',
  international: 'International: +61 491 570 006',
}
