import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** A record that was open in this session. */
export interface VisitedRecord {
  /** Its address. */
  readonly path: string
  /** By the title of the window: "Jane Citizen", "Customers". */
  readonly names: readonly string[]
}

const mostVisited = 12

/** The records that were opened last, the newest first. In memory only: their names are those of customers. */
export const useVisitedStore = defineStore('visited-records', () => {
  const records = shallowRef<readonly VisitedRecord[]>([])
  return {
    records,
    add(record: VisitedRecord): void {
      records.value = [record, ...records.value.filter(({ path }) => path !== record.path)].slice(0, mostVisited)
    },
    /** Another connection is used, or the data was locked. */
    clear(): void {
      records.value = []
    },
  }
})
