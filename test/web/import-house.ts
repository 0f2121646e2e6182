import type { Api } from '../../src/web/page/api.ts'
import {
  type ImportFileDeps,
  importFile,
  previewFile,
  uploadFiles,
} from '../../src/web/page/views/settings/import/import-file.ts'
import { ask, pageHeaders, signIn } from './http.ts'
import type { World } from './world.ts'

/** The page's own way of importing a file, over the wire of a real server. */
export async function openImportHouse(world: World) {
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie })
  const shares: number[] = []
  const post = (path: string, body: string | Buffer) => {
    const type = path.startsWith('/api/import/pieces') ? 'application/octet-stream' : 'application/json'
    return ask(server.port, { method: 'POST', path, headers: { ...headers, 'content-type': type }, body })
  }
  const resultOf = <T>({ status, json }: Awaited<ReturnType<typeof post>>) =>
    status === 200
      ? ({ status: 'ok', value: json() as T } as const)
      : ({ status: 'refused', error: (json() as { error: string }).error } as const)
  const api: Pick<Api, 'post' | 'postBytes' | 'postStream'> = {
    post: async (path, body) => resultOf(await post(path, JSON.stringify(body))),
    postBytes: async (path, bytes) => resultOf(await post(path, Buffer.from(await bytes.arrayBuffer()))),
    async *postStream<T>(path: string, body: object) {
      const { text } = await post(path, JSON.stringify(body))
      for (const one of text.split('\n')) if (one !== '') yield { status: 'ok', value: JSON.parse(one) as T } as const
    },
  }
  const deps: ImportFileDeps = {
    api,
    progress: (share) => void shares.push(share),
    signal: new AbortController().signal,
  }
  return {
    server,
    shares,
    post,
    ask: (path: string) => ask(server.port, { path, headers }),
    async upload(content: string | Buffer) {
      const file = new Blob([new Uint8Array(Buffer.from(content))])
      const sent = await uploadFiles([{ path: 'file', file }], deps)
      if (sent.status === 'failed') throw new Error(sent.error)
      return sent.value
    },
    preview: (id: string) => previewFile(id, deps),
    run: (id: string, ownersNames: string[]) => importFile(id, ownersNames, deps),
  }
}
