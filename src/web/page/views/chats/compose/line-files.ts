import type { Line } from '../../../wire/wire.ts'

/** The files of a stored line, to be sent once more; those that are not there any more are left out. */
export async function readFiles({ id, files = [] }: Pick<Line, 'id' | 'files'>): Promise<File[]> {
  const read = files.map(async ({ name }, seq) => {
    const response = await fetch(`/api/files/${id}/${seq}`).catch(() => undefined)
    return response?.ok ? [new File([await response.blob()], name)] : []
  })
  return (await Promise.all(read)).flat()
}
