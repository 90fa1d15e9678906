import { fail } from '../failures/failure-error.ts'

/** Windows keeps at most 2,560 bytes an item (CRED_MAX_CREDENTIAL_BLOB_SIZE); what is refused there is refused everywhere. */
export const maxSecretBytes = 2_400

/** Throws `invalid-input` for what no keychain keeps whole: nothing, more than `maxSecretBytes` of UTF-8, a NUL (cut off there by some). */
export function checkSecret(secret: string): void {
  if (secret === '') fail('invalid-input', 'There is nothing to keep: the field is empty.')
  if (secret.includes('\0')) {
    fail('invalid-input', 'This has a character in it that no keychain can keep.', {
      next: 'Copy it again from its source.',
    })
  }
  if (Buffer.byteLength(secret, 'utf8') > maxSecretBytes) {
    fail(
      'invalid-input',
      `This is longer than the ${maxSecretBytes.toLocaleString('en-AU')} bytes that a keychain can keep.`,
      {
        next: 'Check that you copied the key alone.',
      },
    )
  }
}
