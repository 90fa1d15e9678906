import { expect, it } from 'vitest'
import { contactSubject, membersSubject, subjectOf, uploadSubject } from '../../../../../src/core/team/log/subject.ts'
import { account, sampleContents } from '../sample-entries.ts'

it('gives all entries about one car, list of contacts, file or membership one subject', () => {
  const car = `car ${account} id:7`
  expect(sampleContents.map(subjectOf)).toEqual([
    ...Array.from({ length: 5 }, () => car),
    contactSubject(account),
    contactSubject(account),
    'template t',
    'view v',
    uploadSubject('ab'.repeat(32)),
    membersSubject,
    membersSubject,
    membersSubject,
    'erased',
  ])
})
