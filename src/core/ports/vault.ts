/** A secret's place in the vault: one item per field, so that no blob passes the keychain's limit. */
export type SecretName = string

/** Absent, unreadable and refused are three answers; only `absent` means that there is none. */
export type SecretAnswer =
  | { readonly state: 'found'; readonly secret: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unavailable'; readonly reason: string }

export type VaultHealth = { readonly state: 'ok' } | { readonly state: 'unavailable'; readonly reason: string }

/** Where secrets live: the system's keychain, or memory for this session. */
export interface Vault {
  /** Writes, reads back, compares and deletes a random value: a keychain that answers `null` to everything is not one. */
  probe(): Promise<VaultHealth>
  get(name: SecretName): Promise<SecretAnswer>
  /** Writes and reads back. Throws `invalid-input` for an empty secret, one with a NUL or over 2,400 bytes; `vault-unreadable` when it is not there afterwards. */
  set(name: SecretName, secret: string): Promise<void>
  delete(name: SecretName): Promise<void>
}
