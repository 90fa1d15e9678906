import type { DataToDelete } from '../../contract/privacy.ts'
import { readPlan } from '../backups/backup-plan.ts'
import { credentialItems } from '../connections/credential-vault.ts'
import type { Database } from '../database/database.ts'
import { readSetting } from '../database/settings.ts'
import { fail } from '../failures/failure-error.ts'
import { readFolders } from '../folders/folder-settings.ts'
import type { DeletionPlan } from '../storage/delete-all-data.ts'
import { teamMembershipSetting } from '../storage/settings-of-this-pc.ts'
import { unfinishedUploads } from '../uploads/unfinished-uploads.ts'
import { teamItems } from '../vault/team-items.ts'
import { privacyText } from './privacy-text.ts'

/** What the deletion of all data removes and leaves, from the open database. */
export function dataToDelete(
  database: Database,
  protection: Pick<DataToDelete, 'needsPassword' | 'isStored'>,
): DataToDelete {
  const count = (from: string): number => database.value<number>(`SELECT count(*) FROM ${from}`) ?? 0
  return {
    ...protection,
    connections: count('connection'),
    drafts: count('draft'),
    uploads: count('upload'),
    callEntries: count('sighting_entry'),
    lookups: count('kept_answer'),
    // A marked person is stored by record, and by number if there is one.
    doNotContact: count("do_not_contact WHERE person LIKE 'id:%'"),
    inBin: count('bin WHERE pending = 0'),
    unsent: count('customer_change WHERE edit IS NOT NULL') + count('bin WHERE pending > 0'),
    people: count('person'),
    isInTeam: readSetting(database, teamMembershipSetting) !== null,
    unfinishedUploads: unfinishedUploads(database),
    elsewhere: {
      backupFolder: readPlan(database)?.folder ?? null,
      exports: database.values<string>(
        "SELECT DISTINCT file_name FROM export_log WHERE action = 'dataExport.start' AND file_name IS NOT NULL",
      ),
      watchedFolders: readFolders(database).map(({ path }) => path),
    },
  }
}

/** How storage deletes everything. `check` fails while an upload is being sent: its last rows would be created unseen. */
export const deletionPlan = (database: Database): DeletionPlan => ({
  check() {
    const sending = unfinishedUploads(database).find(({ isSending }) => isSending)
    if (sending) fail('conflict', privacyText.isSending(sending.name), { next: privacyText.isSendingNext })
  },
  secretOwners: `SELECT id FROM connection WHERE credentials_in = 'keychain'
    UNION ALL SELECT value FROM setting WHERE name = '${teamMembershipSetting}'`,
  itemsOf: (owner) => (owner.startsWith('{') ? teamItems(owner) : credentialItems(owner)),
})
