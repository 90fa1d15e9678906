import { regionOfAccount } from '../../connections/account-key.ts'
import type { SubjectKey } from '../log/subject.ts'
import { mergeUploads } from '../merge/merge-shared.ts'
import type { WorkContext } from './work-context.ts'

/** Makes the list of the team's uploads of one file equal to what the log says about it. */
export function applyUploads({ database, session }: WorkContext, subject: SubjectKey): void {
  const fileHash = subject.slice('upload '.length)
  const { log, device: ownDevice } = session
  const { members } = log.members()
  database.run('DELETE FROM team_upload WHERE file_hash = ?', [fileHash])
  for (const upload of mergeUploads(log.entriesOf(subject).map(({ entry }) => entry)).uploads) {
    const { device, id, atMs, by, account, name, fileName, rows, created, finished } = upload
    database.run(
      `INSERT INTO team_upload (device, id, is_own, pc_name, at, person_id, person_name, account, region, name, file_name, file_hash,
         rows, created, finished)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      [
        device,
        id,
        device === ownDevice ? 1 : 0,
        members.get(device)?.name ?? '',
        new Date(atMs).toISOString(),
        by?.id ?? null,
        by?.name ?? null,
        account,
        regionOfAccount(account),
        name,
        fileName,
        fileHash,
        rows,
        created,
        finished ? 1 : 0,
      ],
    )
  }
}
