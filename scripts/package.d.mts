export function updateOptions(feed: string | undefined): string[]
