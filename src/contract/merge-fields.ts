import { z } from 'zod'

export const MessageChannel = z.enum(['sms', 'email'])
export type MessageChannel = z.infer<typeof MessageChannel>

/** What a template can name in braces, such as {first name}. */
export const mergeFields = [
  'first name',
  'name',
  'car',
  'rego',
  'price',
  'years owned',
  'dealership',
  'salesperson',
] as const
export type MergeField = (typeof mergeFields)[number]
