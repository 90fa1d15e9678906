/** The greatest depth of brackets outside strings, counted without parsing: parsing deep JSON can exhaust the stack. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1))
    else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return deepest
}
