import { describe, expect, it } from 'vitest'
import { BranchName } from '../../../src/tools/projects/branches.ts'

const takes = (name: string): boolean => BranchName.safeParse(name).success

describe('the name of a branch', () => {
  it.each(['main', 'feature/login', 'fix/#12_a-b', 'release-1.2.x', 'übersetzung', 'user@host', 'a{b}', 'x.locked'])(
    'can be %s',
    name => {
      expect(takes(name)).toBe(true)
    },
  )

  const shells = ['$(id)', '`id`', 'a;id', 'a|b', 'a&b', 'a<b', 'a>b', "a'b", 'a"b', '(a)']
  const git = ['-x', 'a..b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', 'a@{1', '@', '.a', 'a/.b', '/a', 'a//b']
  const ends = ['a/', 'a.', 'a.lock', 'a.lock/b', '', 'x'.repeat(201), 'a b', 'a\nb', 'a\u00A0b', 'a\u202Eb', 'a\0']

  it.each([...shells, ...git, ...ends])('cannot be %j', name => {
    expect(takes(name)).toBe(false)
  })

  it('is rejected with the name of the fault', () => {
    expect(BranchName.safeParse('$(id)').error?.issues[0]?.message).toContain('git branch')
  })
})
