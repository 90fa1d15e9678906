interface Report {
  readonly testResults: readonly {
    readonly name?: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName?: string }[]
  }[]
}
interface SuiteResult {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly report?: Report
  /** Tests that passed only at the second attempt. */
  readonly late?: readonly string[]
}
export function secondAttempt(
  result: SuiteResult,
  start: (words: readonly string[]) => Promise<number>,
): Promise<SuiteResult>
export function totalsOf(report: Report): { readonly passed: number; readonly failed: number }
