import type { Answer, Api } from '../../api.ts'
import type { Memory, SourceLines, Summary } from '../../wire/memory-wire.ts'

/** What only this view asks of the daemon. */
export interface MemoryCalls {
  /** Those that hold these words, behind the last one known. */
  list(words: string, after?: Summary): Promise<Answer<Memory>>
  one(id: string): Promise<Answer<Summary>>
  lines(id: number, after?: number): Promise<Answer<SourceLines>>
  correct(id: number, text: string): Promise<Answer<Summary>>
  hide(id: number): Promise<Answer<Summary>>
  undo(id: number): Promise<Answer<Summary>>
}

export function createMemoryCalls({ get, post }: Pick<Api, 'get' | 'post'>): MemoryCalls {
  return {
    list: (words, after) =>
      get(`/api/memory?q=${encodeURIComponent(words)}${after ? `&at=${after.toAt}&id=${after.id}` : ''}`),
    one: (id) => get(`/api/memory/${encodeURIComponent(id)}`),
    lines: (id, after) => get(`/api/memory/${id}/lines${after === undefined ? '' : `?after=${after}`}`),
    correct: (id, text) => post(`/api/memory/${id}/correct`, { text }),
    hide: (id) => post(`/api/memory/${id}/hide`, {}),
    undo: (id) => post(`/api/memory/${id}/undo`, {}),
  }
}
