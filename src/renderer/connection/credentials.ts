import type { Credentials } from '../../contract/connections.ts'

/** The fields of the form. Secrets live in them only until the form is gone. */
export interface CredentialFields {
  scheme: Credentials['scheme']
  apiKey: string
  clientId: string
  clientSecret: string
}

export const emptyCredentials = (): CredentialFields => ({
  scheme: 'api-key',
  apiKey: '',
  clientId: '',
  clientSecret: '',
})

/** The fields as the contract takes them; null while something is missing. */
export function readCredentials(fields: CredentialFields): Credentials | null {
  if (fields.scheme === 'api-key') {
    const apiKey = fields.apiKey.trim()
    return apiKey ? { scheme: 'api-key', apiKey } : null
  }
  const clientId = fields.clientId.trim()
  const clientSecret = fields.clientSecret.trim()
  return clientId && clientSecret ? { scheme: 'oauth', clientId, clientSecret } : null
}
