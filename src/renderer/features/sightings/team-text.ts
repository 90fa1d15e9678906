import { plural } from '../../ui/format.ts'

/** The texts about the team on the call card. */
export const teamText = {
  label: 'Team',
  calledBy: (name: string, time: string): string =>
    name === '' ? `Being called by a colleague until ${time}` : `Being called by ${name} until ${time}`,
  calledHere: (time: string): string => `You are calling until ${time}`,
  free: 'Nobody is calling',
  take: 'Take',
  release: 'Release',
  takeCar: 'Take the car',
  releaseCar: 'Release the car',
  takenBy: (name: string): string => (name === '' ? 'A colleague is calling' : `${name} is calling`),
  age: (age: string): string => `Team data ${age}`,
  neverSynced: 'No team data yet',
  waiting: (count: number): string => `${plural(count, 'change')} to send`,
} as const
