/** Numbers different pairs of whole numbers below 2 ** 31 from 0, in the order in which they come. */
export class NumberPairs {
  #slots = new Int32Array(256)
  #firsts: number[] = []
  #seconds: number[] = []

  numberOf(first: number, second: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(first, second) & mask
    for (;;) {
      const number = (slots[slot] as number) - 1
      if (number < 0) return this.#add(first, second, slot)
      if (this.#firsts[number] === first && this.#seconds[number] === second) return number
      slot = (slot + 1) & mask
    }
  }

  #add(first: number, second: number, slot: number): number {
    const number = this.#firsts.push(first) - 1
    this.#seconds.push(second)
    this.#slots[slot] = number + 1
    if (this.#firsts.length * 2 >= this.#slots.length) this.#grow()
    return number
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    for (const [number, first] of this.#firsts.entries()) {
      let slot = slotOf(first, this.#seconds[number] ?? 0) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

function slotOf(first: number, second: number): number {
  const hash = Math.imul(first ^ Math.imul(second, 0x01000193), 0x2c1b3c6d)
  return hash ^ (hash >>> 15)
}
