import type { ServicePlace } from './core-storage.ts'

/** What one measurement gives: figures by name, in the unit that the name ends in (`totalMs`, `residentMiB`). */
export type Figures = Readonly<Record<string, number>>

/** Measures once. `given` is what its row decided: sizes, paths, the place of a service. JSON both ways. */
export type Measurement<Given> = (given: Given) => Promise<Figures>

export interface GivenFile {
  readonly path: string
  readonly rows: number
}

export interface GivenCustomers {
  readonly service: ServicePlace
  readonly customers: number
}

export interface GivenFolder {
  readonly dataFolder: string
}

/** Customers that are made in the process. */
export interface GivenMade {
  readonly customers: number
}

/** So many items of each kind that old data is deleted of. */
export interface GivenItems {
  readonly items: number
}

/** An encrypted database of its own with customers. */
export interface GivenCache extends GivenMade {
  readonly path: string
  readonly key: string
}

export interface GivenUpload {
  readonly service: ServicePlace
  readonly rows: number
}

/** An upload of a file whose rows are `madeInputs`. */
export interface GivenSending extends GivenUpload, GivenFile {}

export interface GivenEntering extends GivenFile {
  /** Whether the turns of the program's own thread are measured, instead of the CPU. */
  readonly watched: boolean
}

/** A team with entries on a PostgreSQL server. */
export interface GivenTeam {
  /** Of the owner of the tables. */
  readonly address: string
  /** UUIDs. */
  readonly team: string
  readonly device: string
  readonly entries: number
}

/** A team of 50 PCs with readable entries: those from number `from` to `to` of all. */
export interface GivenMadeTeam {
  readonly address: string
  readonly team: string
  /** Of the file with its members. */
  readonly path: string
  readonly from: number
  readonly to: number
}
