import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PracticeOutage } from '../../contract/practice.ts'
import type { Region } from '../../contract/region.ts'
import type { Practice, PracticeControls } from '../ports/host.ts'

/** A customer as the interface writes it (part 2). */
interface SightedCustomer {
  readonly id: string
  readonly client_name: string | null
  readonly rego: string | null
  readonly sightings: readonly { readonly listing_title: string }[]
}

/** The controls of the practice service that the program uses. */
interface ServiceControl {
  readonly settings: { customersPerSecond: number; serviceDown: boolean }
  goDown(): Promise<void>
  comeUp(): Promise<void>
  customer(customerId: string): { readonly id: string } | undefined
  /** Fails when there is no such customer. */
  makeSighting(customerId: string): SightedCustomer
  makeAnySighting(region: Region): SightedCustomer | undefined
  makeUpload(region: Region): { readonly id: string; readonly total_uploaded_customers: number }
  customerCount(): number
  queuedCustomers(): number
}

interface RunningService {
  readonly url: string
  readonly apiKey: string
  readonly control: ServiceControl
  stop(): Promise<void>
}

/** Starts the practice service; its store is an encrypted file at `path`, or memory for null. */
export type StartService = (options: {
  readonly port: number
  readonly store: { readonly path: string; readonly key: string } | null
}) => Promise<RunningService>

const storeIn = (folder: string): string => join(folder, 'practice.db')

/**
 * Implements the practice port with the service that the host provides. A second start returns the running service;
 * after a failed start the next one tries again.
 */
export function createPractice(startService: StartService): Practice {
  let running: Promise<{ readonly service: RunningService; readonly controls: PracticeControls }> | null = null

  const startOnce = async ({ folder, storeKey }: Parameters<Practice['start']>[0]): NonNullable<typeof running> => {
    const service = await startService({
      port: 0,
      store: folder !== null && storeKey !== null ? { path: storeIn(folder), key: storeKey } : null,
    })
    return { service, controls: controlsOf(service.control) }
  }

  const stop = async (): Promise<void> => {
    const stopping = running
    running = null
    if (!stopping) return
    const [outcome] = await Promise.allSettled([stopping])
    if (outcome.status === 'fulfilled') await outcome.value.service.stop()
  }

  return {
    async start(place) {
      const starting = (running ??= startOnce(place))
      try {
        const { service, controls } = await starting
        return { url: service.url, apiKey: service.apiKey, controls }
      } catch (error) {
        if (running === starting) running = null
        throw error
      }
    },
    stop,
    async erase(folder) {
      await stop()
      if (folder === null) return
      // The log first: a database without its log is older but complete; a log without its database is useless.
      for (const ending of ['-wal', '-shm', '']) await rm(`${storeIn(folder)}${ending}`, { force: true })
    },
  }
}

function controlsOf(control: ServiceControl): PracticeControls {
  let isCutOff = false
  return {
    state: () => ({
      customersPerSecond: control.settings.customersPerSecond,
      outage: isCutOff ? 'no-network' : control.settings.serviceDown ? 'service-down' : 'none',
      customers: control.customerCount(),
      waiting: control.queuedCustomers(),
    }),
    setSpeed(customersPerSecond) {
      control.settings.customersPerSecond = customersPerSecond
    },
    async setOutage(outage: PracticeOutage) {
      const cutOff = outage === 'no-network'
      if (cutOff !== isCutOff) {
        await (cutOff ? control.goDown() : control.comeUp())
        isCutOff = cutOff
      }
      control.settings.serviceDown = outage === 'service-down'
    },
    makeSighting(region, customerId) {
      if (customerId !== null && !control.customer(customerId)) return null
      const seen = customerId === null ? control.makeAnySighting(region) : control.makeSighting(customerId)
      if (!seen) return null
      return {
        customerId: seen.id,
        clientName: seen.client_name,
        rego: seen.rego,
        listingTitle: seen.sightings.at(-1)?.listing_title ?? '',
      }
    },
    makeUpload(region) {
      const { id, total_uploaded_customers: customers } = control.makeUpload(region)
      return { id, customers }
    },
  }
}
