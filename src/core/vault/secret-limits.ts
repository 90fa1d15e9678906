import { fail } from '../failures/failure-error.ts'
import { formatNumber } from '../../contract/regional-format.ts'

/** Windows stores at most 2,560 bytes per item (CRED_MAX_CREDENTIAL_BLOB_SIZE); the same limit applies on every system. */
const maxSecretBytes = 2_400

/**
 * Throws `invalid-input` for what keychains cannot store: an empty text, more than `maxSecretBytes` of UTF-8, a NUL (some truncate there),
 * half of a surrogate pair (it has no form in UTF-8).
 */
export function checkSecret(secret: string): void {
  if (secret === '') fail('invalid-input', 'This field is empty.')
  if (secret.includes('\0') || !secret.isWellFormed()) {
    fail('invalid-input', "This contains a character that can't be stored.", {
      next: 'Copy it again from its source.',
    })
  }
  if (Buffer.byteLength(secret, 'utf8') > maxSecretBytes) {
    fail('invalid-input', `This is too long. The limit is ${formatNumber(maxSecretBytes)} bytes.`, {
      next: 'Check that you copied only the key.',
    })
  }
}
