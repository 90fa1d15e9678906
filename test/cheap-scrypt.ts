import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A program that loads this first (`node --import`) needs a millisecond of CPU for a password instead of half a second, as in the
 * unit tests (`cheap-passwords.ts`). What one program wrote, another one with this opens.
 */
const { scrypt } = crypto
const cheap = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void => scrypt(password, salt, bytes, { ...options, N: 2 ** 10 }, done)
crypto.scrypt = cheap as typeof scrypt
syncBuiltinESMExports()
