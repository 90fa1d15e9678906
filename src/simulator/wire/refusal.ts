/**
 * A call that is answered no. The interface names some messages (part 7) and leaves status and body open; the body
 * `{"success":false,"error":true,"message":"..."}` satisfies readers of either flag.
 */
export class Refusal extends Error {
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415

export function refusalBody(message: string): { success: false; error: true; message: string } {
  return { success: false, error: true, message }
}
