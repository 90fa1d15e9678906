export function electronBinary(): string | null
export function obstacleTo(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  userId: number | null,
): string | null
export function downloadElectron(): Promise<string | null>
