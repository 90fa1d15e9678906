interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}
type Diagnosis = ReadonlyMap<string, 'passes alone' | 'fails alone too'>
export function totalsOf(report: Report): { readonly passed: number; readonly failed: number }
export function diagnose(
  report: Report,
  rerun: (files: readonly string[]) => Promise<Report | null>,
): Promise<Diagnosis>
export function readKnownFlaky(text: string): readonly string[]
export function isExcused(test: string, diagnosis: Diagnosis, knownFlaky: readonly string[]): boolean
