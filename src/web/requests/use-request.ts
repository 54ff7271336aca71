import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageRequest } from './page-request.ts'

export const RequestContext = createContext<PageRequest | undefined>(undefined)

/** The request that the page of a component answers. */
export function useRequest(): PageRequest {
  const request = useContext(RequestContext)
  if (request === undefined) throw new Error('a component is rendered outside of a page')
  return request
}
