import { X509Certificate } from 'node:crypto'
import { fail, FailureError } from '../../failures/failure-error.ts'
import type { TeamInvitation } from '../../../contract/team.ts'
import type { TeamRole } from '../../../contract/team-role.ts'
import { newSignKey, privateKeyText, publicKeyText } from '../crypto/device-keys.ts'
import { newPassphrase, openInvitation, sealInvitation, type InvitationContent } from '../crypto/invitation.ts'
import { keyTexts } from '../crypto/team-keys.ts'
import { readServerAddress, type ServerAddress } from '../server/server-address.ts'
import type { TeamSession } from '../team-session.ts'
import { invitationList } from './member-lists.ts'
import type { Membership } from './membership-state.ts'
import { teamMessages } from './team-messages.ts'

const dayMs = 24 * 60 * 60_000
/** Larger ones, such as the file of a cloud service with all its regions, are chosen again on each PC. */
const certificatesInInvitation = 8_000

/** The address as it was pasted. Throws the failure that says what is wrong with it. */
export function parseAddress(pasted: string): ServerAddress {
  const read = readServerAddress(pasted)
  if (!read.ok) throw new FailureError(read.reason)
  return read.address
}

/** Throws `invalid-input` for a text without a certificate. */
export function checkCertificates(pem: string | null): void {
  if (pem === null) return
  try {
    void new X509Certificate(pem)
  } catch (error) {
    throw new FailureError({ ...teamMessages.invalidCertificates, details: String(error) })
  }
}

/**
 * Adds an invitation to the log and gives it. `login`: what the new member signs in with, and `id`: names the invitation.
 * The days are whole ones from now.
 */
export async function addInvitation(
  session: TeamSession,
  { name, certificates, founder }: Membership,
  options: {
    readonly id: string
    readonly address: string
    readonly role: TeamRole
    readonly days: number
    readonly nowMs: number
  },
): Promise<TeamInvitation> {
  const { id, address, role, days, nowMs } = options
  const grantKey = newSignKey()
  const passphrase = newPassphrase()
  const expiresAt = nowMs + days * dayMs
  const content: InvitationContent = {
    address,
    certificates: certificates !== null && certificates.length <= certificatesInInvitation ? certificates : null,
    teamId: session.teamId,
    teamName: name,
    keys: keyTexts(session.log.keys()),
    founder,
    grant: { id, privateKey: privateKeyText(grantKey), role },
  }
  const text = await sealInvitation(content, passphrase, expiresAt)
  const grant = { id, publicKey: publicKeyText(grantKey), role, expiresAt }
  session.add({ kind: 'members', data: invitationList(session.log.members(), grant) }, null)
  return { text, passphrase, role, expiresAt: new Date(expiresAt).toISOString() }
}

/** Opens an invitation, or throws the failure that says what is wrong with it. */
export async function readInvitation(text: string, passphrase: string, nowMs: number): Promise<InvitationContent> {
  const opened = await openInvitation(text, passphrase, nowMs)
  switch (opened.state) {
    case 'open':
      return opened.content
    case 'expired':
      return raise(teamMessages.expiredInvitation)
    case 'wrong-passphrase':
      return raise(teamMessages.wrongPassphrase)
    case 'newer':
      return raise(teamMessages.newerInvitation)
    case 'damaged':
      return raise(teamMessages.damagedInvitation)
  }
}

/** Throws one of the failures of `teamMessages`. */
export function raise(failure: (typeof teamMessages)[keyof typeof teamMessages]): never {
  const { kind, message, ...more } = failure
  return fail(kind, message, more)
}
