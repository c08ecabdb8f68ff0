import type { CardPlane, Pixels } from '../types.ts'
import { type Background, backgroundOf } from './background.ts'
import { findFruit, type Search } from './find.ts'
import { type Ground, groundOf } from './ground.ts'
import { type Survey, surveyOf } from './survey.ts'
import { type White, whiteOf } from './white.ts'

/** The first look at a picture: what its background is and what stands out from it. */
export interface Look extends Search {
  survey: Survey
  ground: Ground
  background: Background
  white: White
}

export function lookAt(pixels: Pixels, plane: CardPlane | null): Look {
  const survey = surveyOf(pixels)
  const ground = groundOf(survey, plane)
  const background = backgroundOf(survey, ground.ought)
  const white = whiteOf(pixels, plane, background)
  return { survey, ground, background, white, ...findFruit(survey, ground, background, white) }
}
