import type { NumberType } from '../onnx/value.ts'
import type { TfjsNode } from './read.ts'

/** As protobuf becomes JSON; text comes as base64 or as byte values, a type as its name or number. */
export interface Attribute {
  i?: string | number
  f?: number
  b?: boolean
  s?: string | number[]
  type?: string | number
  list?: { i?: (string | number)[]; s?: (string | number[])[] }
}

export function text(node: TfjsNode, name: string): string {
  return decoded(node.attr?.[name]?.s ?? [])
}

export function texts(node: TfjsNode, name: string): string[] {
  return (node.attr?.[name]?.list?.s ?? []).map(decoded)
}

export function integer(node: TfjsNode, name: string, fallback = 0): number {
  return Number(node.attr?.[name]?.i ?? fallback)
}

export function integers(node: TfjsNode, name: string): number[] {
  return (node.attr?.[name]?.list?.i ?? []).map(Number)
}

export function decimal(node: TfjsNode, name: string, fallback: number): number {
  return node.attr?.[name]?.f ?? fallback
}

export function flag(node: TfjsNode, name: string): boolean {
  return node.attr?.[name]?.b ?? false
}

const TYPES: Record<string, NumberType> = {
  DT_FLOAT: 'float32',
  1: 'float32',
  DT_INT32: 'int32',
  3: 'int32',
  DT_UINT8: 'int32',
  4: 'int32',
}

export function numberType(node: TfjsNode, name: string): NumberType {
  const type = TYPES[String(node.attr?.[name]?.type)]
  if (type === undefined) throw new Error(`${node.name}: its ${name} is no type that is converted`)
  return type
}

function decoded(value: string | number[]): string {
  return Buffer.from(value as string, typeof value === 'string' ? 'base64' : undefined).toString('latin1')
}
