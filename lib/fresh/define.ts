/** Identity functions that type handlers, pages, layouts and middlewares. */
import type { AnyComponent } from "preact";
import type { HandlerByMethod, HandlerFn, Middleware, PageProps, RouteHandler } from "./types.ts";

/** Helpers bound to one app's `State`, so that handlers and pages need not name it. */
export interface Define<State> {
  handlers<Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
    handlers: Handlers,
  ): typeof handlers;

  page<
    Handler extends RouteHandler<unknown, State> = never,
    Data = Handler extends HandlerFn<infer Data, State> ? Data
      : Handler extends HandlerByMethod<infer Data, State> ? Data
      : never,
  >(render: AnyComponent<PageProps<Data, State>>): typeof render;

  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): typeof middleware;

  layout(render: AnyComponent<PageProps<unknown, State>>): typeof render;
}

/** Returns the helpers for one app's `State`. Each helper returns its argument. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    middleware: (middleware) => middleware,
    layout: (render) => render,
  };
}
