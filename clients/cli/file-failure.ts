import { Failure } from './failure.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EEXIST: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
}

/** Describes an error of the file system. @param file the name of the file in the message */
export function fileFailure(file: string, verb: 'read' | 'written', cause: unknown): Failure {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new Failure(`${file} cannot be ${verb}: ${reasons[code] ?? message}.`, undefined, { cause })
}
