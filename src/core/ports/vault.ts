/** The name of a secret in the vault. Each field is an item of its own, because keychains limit the size of an item. */
export type SecretName = string

/** Only `absent` means that there is no secret. */
export type SecretAnswer =
  | { readonly state: 'found'; readonly secret: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unavailable'; readonly reason: string }

export type VaultHealth = { readonly state: 'ok' } | { readonly state: 'unavailable'; readonly reason: string }

/** Stores secrets: in the keychain of the system, or in memory until the program closes. */
export interface Vault {
  /** Writes, reads, compares and deletes a random value: some keychains answer `null` to everything. */
  probe(): Promise<VaultHealth>
  get(name: SecretName): Promise<SecretAnswer>
  /**
   * Writes a secret and reads it to verify. Throws `invalid-input` for an empty secret, one that has no form in UTF-8 or a NUL, or over 2,400 bytes;
   * `vault-unreadable` when it cannot be read afterwards.
   */
  set(name: SecretName, secret: string): Promise<void>
  delete(name: SecretName): Promise<void>
  /** All secrets of Forecourt, also those of other data folders; null: the keychain cannot say. */
  names(): Promise<readonly SecretName[] | null>
}
