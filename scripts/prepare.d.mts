interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string
        readonly optional?: boolean
        readonly devOptional?: boolean
        readonly peer?: boolean
      }
    >
  >
}
export function isInstalled(lock: Lock, installed: Lock | null): boolean
export function digestOfSources(folder?: string): string
export function prepare(options?: { readonly forceBuild?: boolean; readonly noBuild?: boolean }): Promise<void>
