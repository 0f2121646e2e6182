import type { Answer, Api } from '../../api.ts'
import type { Health, LogGrade } from '../../wire/health-wire.ts'

/** What only this view asks of the daemon; each answer is how all of it stands, with as much of the log as is wanted. */
export interface HealthCalls {
  read(level: LogGrade): Promise<Answer<Health>>
  look(level: LogGrade): Promise<Answer<Health>>
  tryNow(brain: string, level: LogGrade): Promise<Answer<Health>>
}

export function createHealthCalls({ get, post }: Pick<Api, 'get' | 'post'>): HealthCalls {
  return {
    read: (level) => get(`/api/health?level=${level}`),
    look: (level) => post(`/api/health/doctor?level=${level}`, {}),
    tryNow: (brain, level) => post(`/api/health/try?level=${level}`, { brain }),
  }
}
