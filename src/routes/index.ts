import type { AnyRoute } from '../operation/route.ts'
import * as storage from './account/storage.ts'
import cropAgree from './earth/crop-agree.ts'
import lulcBbox from './earth/lulc-bbox.ts'
import lulcMap from './earth/lulc-map.ts'
import lulcPoint from './earth/lulc-point.ts'
import lulcPolygon from './earth/lulc-polygon.ts'
import lulcPolygonMap from './earth/lulc-polygon-map.ts'
import prescreen from './earth/prescreen.ts'
import water from './earth/water.ts'
import waterMap from './earth/water-map.ts'
import checkpoint from './log/checkpoint.ts'
import tile from './log/tile.ts'
import decide from './measure/decide.ts'
import * as media from './media/media.ts'
import mediaReceipt from './media/receipt.ts'
import cardPdf from './produce/card-pdf.ts'
import cardPng from './produce/card-png.ts'
import measureProduce from './produce/measure.ts'
import produceSelftest from './produce/selftest.ts'
import detections from './seeing/detections.ts'
import objectDetection from './seeing/object-detection.ts'
import ppeSpraying from './seeing/ppe.ts'
import redactPeople from './seeing/redact.ts'
import stackCount from './seeing/stack.ts'
import health from './service/health.ts'
import ready from './service/ready.ts'
import * as agentCard from './verify/agent-card.ts'
import batch from './verify/batch.ts'
import byCid from './verify/by-cid.ts'
import key from './verify/key.ts'
import logConsistency from './verify/log-consistency.ts'
import logProof from './verify/log-proof.ts'
import logSth from './verify/log-sth.ts'
import pubkey from './verify/pubkey.ts'
import receipt from './verify/receipt.ts'
import verify from './verify/verify.ts'
import agentCardDocument from './well-known/agent-card.ts'
import oauthProtectedResource from './well-known/oauth-protected-resource.ts'
import svc from './well-known/svc.ts'

/** Every route that needs nothing but the context. Those that describe the others are added by the service. */
export const ROUTES: AnyRoute[] = [
  decide,
  measureProduce,
  cardPng,
  cardPdf,
  produceSelftest,
  objectDetection,
  redactPeople,
  ppeSpraying,
  stackCount,
  detections,
  lulcPoint,
  lulcBbox,
  lulcPolygon,
  lulcMap,
  lulcPolygonMap,
  prescreen,
  cropAgree,
  water,
  waterMap,
  verify,
  byCid,
  receipt,
  batch,
  logSth,
  logProof,
  logConsistency,
  agentCard.recipe,
  agentCard.check,
  mediaReceipt,
  media.upload,
  media.list,
  media.remove,
  checkpoint,
  tile,
  key,
  pubkey,
  storage.list,
  storage.remove,
  health,
  ready,
  svc,
  oauthProtectedResource,
  agentCardDocument,
]
