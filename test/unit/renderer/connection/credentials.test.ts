import { describe, expect, it } from 'vitest'
import { readCredentials } from '../../../../src/renderer/connection/credentials.ts'

describe('readCredentials', () => {
  const fields = { apiKey: ' key-1 ', clientId: '', clientSecret: '' }

  it('gives the API key without the blanks around it', () => {
    expect(readCredentials({ scheme: 'api-key', ...fields })).toEqual({ scheme: 'api-key', apiKey: 'key-1' })
  })

  it('gives nothing without both client ID and secret', () => {
    expect(readCredentials({ scheme: 'oauth', ...fields })).toBeNull()
    expect(readCredentials({ scheme: 'oauth', ...fields, clientId: 'c' })).toBeNull()
    expect(readCredentials({ scheme: 'oauth', ...fields, clientId: 'c', clientSecret: 's' })).toEqual({
      scheme: 'oauth',
      clientId: 'c',
      clientSecret: 's',
    })
  })
})
