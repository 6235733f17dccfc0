/** Identity functions that give handlers, pages, layouts and middlewares their types. */
import type { AnyComponent } from "preact";
import type { HandlerByMethod, HandlerFn, Middleware, PageProps, RouteHandler } from "./types.ts";

/** Typed by one app's `State`, so that no handler or page names it. */
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

/** The helpers for one app's `State`. Each returns what it is given. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    middleware: (middleware) => middleware,
    layout: (render) => render,
  };
}
