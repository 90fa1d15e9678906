export interface VersionChanges {
  /** Null: the version that is not released yet. */
  readonly version: string | null
  readonly changes: readonly string[]
}

/** Reads RELEASE-NOTES.md: a heading `## 1.2.3` for each version, newest first, and a list of changes, which may wrap. */
export function readReleaseNotes(markdown: string): readonly VersionChanges[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split(/\r?\n/)
      const version = /\d+\.\d+\.\d+\S*/.exec(heading)?.[0] ?? null
      const changes: string[] = []
      for (const line of lines) {
        const item = /^[-*] (.*)/.exec(line)?.[1]
        if (item !== undefined) changes.push(item.trim())
        else if (line.trim() !== '' && changes.length > 0) changes.push(`${changes.pop()} ${line.trim()}`)
      }
      return { version, changes }
    })
}

/** How many of the versions, from the newest, came after `read`; null: the user has read of none. */
export function countNewVersions(versions: readonly VersionChanges[], read: string | null): number {
  const at = versions.findIndex(({ version }) => version === read && version !== null)
  return at < 0 ? versions.length : at
}
