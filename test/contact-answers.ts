import type { Draft } from '../src/contract/drafts.ts'
import type { MethodInput } from '../src/contract/methods.ts'

/** What a test of something else needs of the methods. */
interface ContactCalls {
  setContactChoice(input: MethodInput<'drafts.setContactChoice'>): Promise<unknown>
  setContactNotes(input: MethodInput<'drafts.setContactNotes'>): Promise<unknown>
}

/** Answers what a draft asks about "do not contact": rows of columns are excluded, those with notes that only may forbid it are sent. */
export async function answerContact(
  { id, contactQuestions, contactNotes }: Pick<Draft, 'id' | 'contactQuestions' | 'contactNotes'>,
  { setContactChoice, setContactNotes }: ContactCalls,
): Promise<void> {
  for (const { index } of contactQuestions) await setContactChoice({ id, index, choice: 'exclude' })
  for (const { notes } of contactNotes) {
    const keys = notes.flatMap(({ key, isOpen }) => (isOpen ? [key] : []))
    if (keys.length > 0) await setContactNotes({ id, keys, excluded: false })
  }
}
