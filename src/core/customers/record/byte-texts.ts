/** Texts that repeat, with a number for each: each is decoded once. */
export interface ByteTexts {
  /** The number of the text in these bytes; −1: it is not known, and there are too many already. */
  numberOf(body: Buffer, begin: number, end: number): number
  textAt(number: number): string
}

export function createByteTexts(most: number): ByteTexts {
  const texts: string[] = []
  /** Where the bytes of each text begin, and where those of the last one end. */
  const starts: number[] = [0]
  let bytes = Buffer.alloc(4_096)
  /** Numbers plus one; 0: free. At most half full. */
  let table = new Uint32Array(1_024)

  const hashOf = (from: Uint8Array, begin: number, end: number): number => {
    let hash = end - begin
    for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ from[at]!, 0x9e3779b1)
    return (hash ^ (hash >>> 15)) >>> 0
  }
  const isAt = (number: number, body: Uint8Array, begin: number, end: number): boolean => {
    const start = starts[number]!
    if (starts[number + 1]! - start !== end - begin) return false
    for (let at = begin; at < end; at += 1) if (bytes[start + at - begin] !== body[at]) return false
    return true
  }
  const grow = (): void => {
    table = new Uint32Array(table.length * 2)
    for (let number = 0; number < texts.length; number += 1) {
      let place = hashOf(bytes, starts[number]!, starts[number + 1]!) & (table.length - 1)
      while (table[place] !== 0) place = (place + 1) & (table.length - 1)
      table[place] = number + 1
    }
  }

  return {
    numberOf(body, begin, end) {
      let place = hashOf(body, begin, end) & (table.length - 1)
      for (; table[place] !== 0; place = (place + 1) & (table.length - 1)) {
        if (isAt(table[place]! - 1, body, begin, end)) return table[place]! - 1
      }
      const number = texts.length
      if (number === most) return -1
      const start = starts[number]!
      if (start + end - begin > bytes.length) bytes = Buffer.concat([bytes], (start + end - begin) * 2)
      body.copy(bytes, start, begin, end)
      starts.push(start + end - begin)
      texts.push(body.toString('utf8', begin, end))
      table[place] = number + 1
      if (texts.length * 2 > table.length) grow()
      return number
    },
    textAt: (number) => texts[number]!,
  }
}
