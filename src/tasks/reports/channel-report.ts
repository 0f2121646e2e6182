import type { ChannelName } from '../../domain/ids.ts'
import type { Road } from '../road.ts'

/** How a channel is heard. */
export interface ChannelReport {
  name: ChannelName
  /** False for one that is told instead of asking. */
  isAsking: boolean
  /** When the platform had last told all it had; undefined before the first time. */
  heardAt?: Date
}

export function takeChannels({ channels, clock }: Pick<Road, 'channels' | 'clock'>): ChannelReport[] {
  const [now, mono] = [clock.now().getTime(), clock.mono()]
  return [...channels.values()].map((channel) => {
    const heard = channel.lastRoundTrip?.()
    return {
      name: channel.name,
      isAsking: channel.lastRoundTrip !== undefined,
      ...(heard !== undefined && { heardAt: new Date(now - (mono - heard)) }),
    }
  })
}
