import { expect, test } from 'vitest'
import {
  validateDirectoryName,
  validateKustomizationName,
  validateServiceAccountName,
} from '../../src/stack/validate/names.ts'
import { refused } from './refusal.ts'

test('the checks of names can be used on their own', () => {
  validateDirectoryName('00_Infra')
  validateKustomizationName('a'.repeat(63))
  validateServiceAccountName('a'.repeat(64))
  expect(refused(() => validateDirectoryName(''))).toMatchObject({
    code: 'DIRECTORY_NAME_INVALID',
    message: 'a directory name must not be empty',
  })
  const long = 'a'.repeat(64)
  expect(refused(() => validateKustomizationName(long))).toMatchObject({
    code: 'KUSTOMIZATION_NAME_INVALID',
    message: `"${long}" is 64 characters long: a Flux Kustomization name is at most 63 characters, because Flux writes it into a label value`,
  })
  expect(refused(() => validateServiceAccountName('A')).code).toBe('SERVICE_ACCOUNT_NAME_INVALID')
})
