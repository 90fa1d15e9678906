interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}
export function totalsOf(report: Report): { readonly passed: number; readonly failed: number }
