import type { DomainHandlers } from '../../contract/methods.ts'

type SameFile = DomainHandlers<'uploads', AbortSignal>['sameFile']
type TeamSameFile = DomainHandlers<'teamWork', AbortSignal>['sameFile']

/** The earlier uploads of a draft's file on this PC, with those of the team's other PCs: all newest first. */
export const withTeamUploads =
  (ofThisPc: SameFile, fileHash: (draftId: string) => string | null, ofTeam: TeamSameFile): SameFile =>
  async (input, signal) => {
    const own = await ofThisPc(input, signal)
    const hash = fileHash(input.draftId)
    const { uploads } = hash === null ? { uploads: [] } : await ofTeam({ fileHash: hash }, signal)
    // One that ended without a customer can be sent again.
    const sent = uploads.filter(({ finished, created }) => !finished || created > 0)
    const others = sent.map(({ id, name, fileName, at, finished, created, region, person, pcName }) => ({
      id,
      name,
      fileName,
      createdAt: at,
      connectionName: '',
      region,
      finished,
      customers: created,
      undone: null,
      sentBy: person?.name ?? pcName,
    }))
    return { uploads: [...own.uploads, ...others].toSorted((one, two) => (one.createdAt < two.createdAt ? 1 : -1)) }
  }
