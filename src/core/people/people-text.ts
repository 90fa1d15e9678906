import type { Failure } from '../../contract/result.ts'

type FailureText = readonly [message: string, more: Pick<Failure, 'kept' | 'next'>]

/** Every sentence that core writes about the people who use this PC. */
export const peopleFailures = {
  noName: ['Enter a name.', {}] satisfies FailureText,
  tooLong: (characters: number): FailureText => [`The name has more than ${characters} characters.`, {}],
  exists: (name: string): FailureText => [`${name} is already in the list.`, { next: 'Enter another name.' }],
  retired: (name: string): FailureText => [
    `${name} is in the list as retired.`,
    { next: 'Select Restore beside the name, or enter another name.' },
  ],
  notFound: ['This person is not in the list.', {}] satisfies FailureText,
} as const
